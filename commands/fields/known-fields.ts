import { escapeKey, inferType, type FieldType } from '../../models/domain/fields.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { Field } from '../../models/field.js'
import { newId } from '../../runtime/ids.js'

const MAX_REMEMBERED = 100_000
// What this process has seen stored: a key is registered once and not with every contact that has it.
const remembered = new Set<string>()

/** Which of these custom fields the project knows; keys as they are sent. */
export async function knownFields(projectId: string, keys: Iterable<string>): Promise<Set<string>> {
  const byEscaped = new Map([...keys].map((key) => [escapeKey(key), key]))
  if (byEscaped.size === 0) return new Set()
  const fields = await Field.find(
    { projectId, key: { $in: [...byEscaped.keys()] }, deletedAt: null },
    { key: 1 },
  ).lean()
  return new Set(fields.map(({ key }) => byEscaped.get(key) ?? key))
}

/**
 * Fixes the type of fields that the project sees for the first time, by the values that are about to be stored;
 * of several first values at once one decides. Keys as they are sent.
 */
export async function registerFields(projectId: string, values: Record<string, unknown>): Promise<void> {
  const unseen = Object.entries(values).filter(([key]) => !remembered.has(memory(projectId, escapeKey(key))))
  await ensureFields(
    projectId,
    unseen.map(([key, value]) => ({ key: escapeKey(key), type: inferType(value) })),
  )
  if (remembered.size + unseen.length > MAX_REMEMBERED) remembered.clear()
  for (const [key] of unseen) remembered.add(memory(projectId, escapeKey(key)))
}

/** A field that a contact has, by its escaped key; `seenAt` is when it was written, where that is not now. */
export interface SeenField {
  key: string
  type: FieldType
  seenAt?: Date
}

/**
 * Makes fields known. Those that are keep their type; those that were deleted, and seen after that, take the type
 * they are seen with.
 */
export async function ensureFields(projectId: string, fields: SeenField[]): Promise<void> {
  if (fields.length === 0) return
  try {
    await Field.bulkWrite(
      fields.flatMap(({ key, type, seenAt }) => [
        {
          updateOne: {
            filter: { projectId, key, deletedAt: seenAt ? { $lt: seenAt } : { $ne: null } },
            update: { $set: { type }, $unset: { deletedAt: 1 as const } },
          },
        },
        {
          updateOne: {
            filter: { projectId, key },
            update: { $setOnInsert: { _id: newId(), type, count: 0 } },
            upsert: true,
          },
        },
      ]),
      { ordered: false },
    )
  } catch (error) {
    // Another request registered one in this moment; `ordered: false` wrote the rest.
    if (!isDuplicateKey(error)) throw error
  }
}

/** Forgets that a field is registered, because it was deleted. */
export function forgetField(projectId: string, key: string): void {
  remembered.delete(memory(projectId, escapeKey(key)))
}

function memory(projectId: string, escapedKey: string): string {
  return `${projectId} ${escapedKey}`
}
