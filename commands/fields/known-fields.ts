import type { ClientSession } from 'mongoose'
import type { FieldState } from '../../models/domain/conditions/compile-filter.js'
import type { ConditionTree } from '../../models/domain/conditions/tree.js'
import { dataKeysOf } from '../../models/domain/conditions/walk-filters.js'
import { invalid } from '../../models/domain/errors.js'
import { escapeKey, inferType, unescapeKey, type FieldType } from '../../models/domain/fields.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { Field } from '../../models/field.js'
import { newId } from '../../runtime/ids.js'
import { createAdmission } from '../projects/admit-names.js'
import { nameLimits } from '../projects/name-limits.js'

/** A field by its escaped key, and the type of its first value. */
export interface TypedField {
  key: string
  type: FieldType
}

const admission = createAdmission<TypedField>({
  nameOf: ({ key }) => key,
  async known(projectId, keys, session) {
    const found = await Field.find({ projectId, key: { $in: keys }, deletedAt: null }, { key: 1 }, { session }).lean()
    return found.map(({ key }) => key)
  },
  count: (projectId, session) => Field.countDocuments({ projectId, deletedAt: null }, { session }),
  add: (projectId, fields, session) => ensureFields(projectId, fields, session),
  limit: () => nameLimits().fields,
})

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

/** Whether this process knows that a project has all of these fields; keys as they are sent. */
export function areKnownFields(projectId: string, values: Record<string, unknown>): boolean {
  return admission.isKnown(projectId, typedFields(values))
}

/**
 * Fixes the types of new fields by the values that are about to be stored; of concurrent first values one decides.
 * Keys as they are sent. Throws VALIDATION_ERROR `too_many` by the path of each field that a project has no room for.
 */
export async function registerFields(projectId: string, values: Record<string, unknown>): Promise<void> {
  const refused = await admission.admit(projectId, typedFields(values), { isWhole: true })
  if (refused.length === 0) return
  const message = tooManyFields()
  throw invalid(refused.map(({ key }) => ({ field: `data.${unescapeKey(key)}`, code: 'too_many', message })))
}

/**
 * Fixes the types of new fields as far as the project has room: all of it, or with `isPublic` half. Keys as they are
 * sent. Returns the values whose fields are known.
 */
export async function registerFitting(
  projectId: string,
  values: Record<string, unknown>,
  { isPublic }: { isPublic: boolean },
): Promise<Record<string, unknown>> {
  const refused = await admission.admit(projectId, typedFields(values), { isPublic })
  if (refused.length === 0) return values
  const keys = new Set(refused.map(({ key }) => unescapeKey(key)))
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.has(key)))
}

function typedFields(values: Record<string, unknown>): TypedField[] {
  return Object.entries(values).map(([key, value]) => ({ key: escapeKey(key), type: inferType(value) }))
}

/** Registers fields as far as the project has room; returns the escaped keys of those it has none for. */
export async function registerFittingFields(projectId: string, fields: TypedField[]): Promise<Set<string>> {
  return new Set((await admission.admit(projectId, fields)).map(({ key }) => key))
}

/** Why a field is refused, for people. */
export function tooManyFields(): string {
  return `A project has at most ${nameLimits().fields} custom fields; delete one that is no longer used`
}

/** A field that a contact has; `seenAt` is the time of its write, now if omitted. */
export interface SeenField extends TypedField {
  seenAt?: Date
}

/**
 * Makes fields known. Known fields keep their type. A deleted field that was seen after its deletion gets the type it
 * was seen with.
 */
export async function ensureFields(projectId: string, fields: SeenField[], session?: ClientSession): Promise<void> {
  if (fields.length === 0) return
  try {
    const options = { ordered: false, ...(session ? { session } : {}) }
    await Field.bulkWrite(ensuringFields(projectId, fields), options)
  } catch (error) {
    // A concurrent request has registered one of the fields; `ordered: false` has written the others.
    if (session || !isDuplicateKey(error)) throw error
  }
}

/** The writes of `ensureFields`, for a caller that writes fields with them. */
export function ensuringFields(projectId: string, fields: readonly SeenField[]) {
  return fields.flatMap(({ key, type, seenAt }) => [
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
  ])
}

/** Makes this process forget a deleted field, and that the project had no room. */
export function forgetField(projectId: string, key: string): void {
  admission.forget(projectId, escapeKey(key))
}
