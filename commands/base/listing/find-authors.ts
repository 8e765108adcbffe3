import { User } from '../../../models/user.js'

/** Who made a version; null where a key did. The address is null once the account is deleted. */
export type Author = { id: string; email: string | null } | null

/** Finds the authors of versions, and returns the author of each. */
export async function findAuthors(
  versions: readonly { authorId: string | null }[],
): Promise<(version: { authorId: string | null }) => Author> {
  const ids = [...new Set(versions.flatMap(({ authorId }) => authorId ?? []))]
  const users = ids.length > 0 ? await User.find({ _id: { $in: ids } }, { email: 1 }).lean() : []
  const addresses = new Map(users.map(({ _id, email }) => [_id, email]))
  return ({ authorId }) => (authorId === null ? null : { id: authorId, email: addresses.get(authorId) ?? null })
}
