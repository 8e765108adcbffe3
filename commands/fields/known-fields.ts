import type { FieldState } from '../../models/domain/conditions/compile-filter.js'
import type { ConditionTree } from '../../models/domain/conditions/tree.js'
import { dataKeysOf } from '../../models/domain/conditions/walk-filters.js'
import { escapeKey, inferType, type FieldType } from '../../models/domain/fields.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { Field } from '../../models/field.js'
import { newId } from '../../runtime/ids.js'

const MAX_CACHED = 100_000
// Keys that this process has registered, so that a key is not registered again with every contact that has it.
const registered = new Set<string>()

/** What the project knows of the custom fields that conditions name, as `fieldStates` does. */
export function fieldStatesIn(projectId: string, conditions: ConditionTree[]): Promise<Map<string, FieldState>> {
  return fieldStates(projectId, new Set(conditions.flatMap((tree) => [...dataKeysOf(tree)])))
}

/** What the project knows of custom fields, by their keys as they are sent; it never had those that are missing. */
export async function fieldStates(projectId: string, keys: Iterable<string>): Promise<Map<string, FieldState>> {
  const byEscaped = new Map([...keys].map((key) => [escapeKey(key), key]))
  if (byEscaped.size === 0) return new Map()
  const fields = await Field.find({ projectId, key: { $in: [...byEscaped.keys()] } }, { key: 1, deletedAt: 1 }).lean()
  return new Map(fields.map(({ key, deletedAt }) => [byEscaped.get(key) ?? key, deletedAt ? 'deleted' : 'known']))
}

/**
 * Fixes the types of new fields by the values that are about to be stored; of concurrent first values one decides.
 * Keys as they are sent.
 */
export async function registerFields(projectId: string, values: Record<string, unknown>): Promise<void> {
  const unseen = Object.entries(values).filter(([key]) => !registered.has(cacheKey(projectId, escapeKey(key))))
  await ensureFields(
    projectId,
    unseen.map(([key, value]) => ({ key: escapeKey(key), type: inferType(value) })),
  )
  if (registered.size + unseen.length > MAX_CACHED) registered.clear()
  for (const [key] of unseen) registered.add(cacheKey(projectId, escapeKey(key)))
}

/** A field that a contact has, by its escaped key; `seenAt` is the time of its write, now if omitted. */
export interface SeenField {
  key: string
  type: FieldType
  seenAt?: Date
}

/**
 * Makes fields known. Known fields keep their type. A deleted field that was seen after its deletion gets the type it
 * was seen with.
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
    // A concurrent request has registered one of the fields; `ordered: false` has written the others.
    if (!isDuplicateKey(error)) throw error
  }
}

/** Removes a deleted field from the cache of registered ones. */
export function forgetField(projectId: string, key: string): void {
  registered.delete(cacheKey(projectId, escapeKey(key)))
}

function cacheKey(projectId: string, escapedKey: string): string {
  return `${projectId} ${escapedKey}`
}
