import { t } from '../messages/index.js'

/** Who made a version, in words. */
export function authorName(author: { email: string | null } | null): string {
  return author ? (author.email ?? t.versions.byDeleted) : t.versions.byKey
}
