import type { ClientSession } from 'mongoose'
import type { FieldState } from '../../../models/domain/conditions/compile-filter.js'
import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import { dataKeysOf } from '../../../models/domain/conditions/walk-filters.js'
import { invalid } from '../../../models/domain/errors.js'
import { escapeKey, inferType, unescapeKey, type FieldType } from '../../../models/domain/fields.js'
import { isDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { byShard } from '../../../models/by-shard.js'
import { groupBy } from '../../../models/domain/group-by.js'
import { Field } from '../../../models/field.js'
import type { OutboxEntry } from '../../../models/outbox-entry.js'
import { newId } from '../../../runtime/ids.js'
import { createAdmission } from './admit-names.js'
import { nameLimits } from './name-limits.js'

/** A field by its escaped key, and the type of its first value. */
export interface TypedField {
  key: string
  type: FieldType
}

// Of the index of keys, by one query.
const MAX_SEEKS = 2_000

const admission = createAdmission<TypedField>({
  nameOf: ({ key }) => key,
  async findKnown(projectId, keys, session) {
    const found = await Field.find({ projectId, key: { $in: keys }, deletedAt: null }, { key: 1 }, { session }).lean()
    return found.map(({ key }) => key)
  },
  count: (projectId, session) => Field.countDocuments({ projectId, deletedAt: null }, { session }),
  add: (projectId, fields, session) => ensureFields(projectId, fields, session),
  limit: () => nameLimits().fields,
})

/** The states of the custom fields that conditions name; see `fieldStates`. */
export function fieldStatesIn(projectId: string, conditions: ConditionTree[]): Promise<Map<string, FieldState>> {
  return fieldStates(projectId, new Set(conditions.flatMap((tree) => [...dataKeysOf(tree)])))
}

/** The states of custom fields by their unescaped keys. The project never had a field that is missing in the result. */
export async function fieldStates(projectId: string, keys: Iterable<string>): Promise<Map<string, FieldState>> {
  const byEscaped = new Map([...keys].map((key) => [escapeKey(key), key]))
  if (byEscaped.size === 0) return new Map()
  const fields = await Field.find({ projectId, key: { $in: [...byEscaped.keys()] } }, { key: 1, deletedAt: 1 }).lean()
  return new Map(fields.map(({ key, deletedAt }) => [byEscaped.get(key) ?? key, deletedAt ? 'deleted' : 'known']))
}

/** The unescaped keys of a project's custom fields, of which it has `nameLimits().fields` at most. */
export async function fieldKeys(projectId: string): Promise<string[]> {
  const fields = await Field.find({ projectId, deletedAt: null }, { key: 1 }).limit(nameLimits().fields).lean()
  return fields.map(({ key }) => unescapeKey(key))
}

/** Whether this process knows that a project has all fields of `values`, whose keys are unescaped. */
export function areKnownFields(projectId: string, values: Record<string, unknown>): boolean {
  return admission.isKnown(projectId, typedFields(values))
}

/**
 * Registers new fields with the types of the values that are about to be stored. If requests register one field at the
 * same time, one of them decides its type. The keys of `values` are unescaped. Throws VALIDATION_ERROR with `too_many`
 * for the path of each field that the project has no room for; then no field is registered.
 */
export async function registerFields(projectId: string, values: Record<string, unknown>): Promise<void> {
  const refused = await admission.admit(projectId, typedFields(values), { isWhole: true })
  if (refused.length === 0) return
  const message = tooManyFields()
  throw invalid(refused.map(({ key }) => ({ field: `data.${unescapeKey(key)}`, code: 'too_many', message })))
}

/**
 * Registers new fields as far as the project has room; with `isPublic` only half of the limit may be used. The keys of
 * `values` are unescaped. Returns the values whose fields are known.
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

/** Registers fields as far as the project has room; returns the escaped keys of the fields that do not fit. */
export async function registerFittingFields(projectId: string, fields: TypedField[]): Promise<Set<string>> {
  return new Set((await admission.admit(projectId, fields)).map(({ key }) => key))
}

/** The escaped keys of the fields that `registerFittingFields` would refuse now. */
export async function findUnfittingFields(projectId: string, fields: readonly TypedField[]): Promise<Set<string>> {
  if (fields.length === 0) return new Set()
  const keys = fields.map(({ key }) => key)
  const [known, count] = await Promise.all([
    Field.distinct('key', { projectId, key: { $in: keys }, deletedAt: null }),
    Field.countDocuments({ projectId, deletedAt: null }),
  ])
  const knownKeys = new Set(known)
  const unknown = keys.filter((key) => !knownKeys.has(key))
  return new Set(unknown.slice(Math.max(0, nameLimits().fields - count)))
}

/** The message for a user whose field is refused. */
export function tooManyFields(): string {
  return `A project can have at most ${nameLimits().fields} custom fields. Delete one you no longer use`
}

/** A field that a contact has. `seenAt` is the time when it was written to the contact; if omitted, now. */
interface SeenField extends TypedField {
  seenAt?: Date
}

/** The fields that the contacts of one project have gained, by their escaped keys. */
type GainedFields = Map<string, Required<SeenField>>

/**
 * Makes the fields known that the contacts of outbox entries have gained. Most are known, because they were registered
 * before they were written. But another process may have deleted one meanwhile.
 */
export async function ensureGainedFields(entries: readonly OutboxEntry[]): Promise<void> {
  for (const ofShard of byShard(entries.filter(({ gainedFields }) => gainedFields?.length))) {
    const gained = new Map([...groupBy(ofShard, ({ projectId }) => projectId)].map(([id, all]) => [id, gainedIn(all)]))
    for (const some of togetherIn(gained)) await ensureTogether(some)
  }
}

function gainedIn(entries: readonly OutboxEntry[]): GainedFields {
  const gained: GainedFields = new Map()
  for (const { gainedFields = [], createdAt: seenAt } of entries) {
    for (const { key, type } of gainedFields) {
      const latest = gained.get(key)?.seenAt
      if (!latest || latest < seenAt) gained.set(key, { key, type, seenAt })
    }
  }
  return gained
}

/** One query looks for every key in every project, so that projects of many fields are asked for one by one. */
function togetherIn(gained: Map<string, GainedFields>): Map<string, GainedFields>[] {
  const { size } = keysOf(gained)
  return gained.size * size <= MAX_SEEKS ? [gained] : [...gained].map((one) => new Map([one]))
}

async function ensureTogether(gained: Map<string, GainedFields>): Promise<void> {
  const filter = { projectId: { $in: [...gained.keys()] }, key: { $in: [...keysOf(gained)] } }
  const stored = await Field.find(filter, { projectId: 1, key: 1, deletedAt: 1 }).lean()
  for (const { projectId, key, deletedAt } of stored) {
    const fields = gained.get(projectId)
    const seenAt = fields?.get(key)?.seenAt
    // A field that is being deleted does not come back through contacts that had it before.
    if (!deletedAt || (seenAt && deletedAt >= seenAt)) fields?.delete(key)
  }
  for (const [projectId, fields] of gained) await ensureFields(projectId, [...fields.values()])
}

function keysOf(gained: Map<string, GainedFields>): Set<string> {
  return new Set([...gained.values()].flatMap((fields) => [...fields.keys()]))
}

/**
 * Makes fields known. A known field keeps its type. A deleted field that was seen after its deletion becomes known
 * again with the type that it was seen with.
 */
async function ensureFields(projectId: string, fields: SeenField[], session?: ClientSession): Promise<void> {
  if (fields.length === 0) return
  try {
    const options = { ordered: false, ...(session ? { session } : {}) }
    await Field.bulkWrite(
      fields.flatMap((field) => ensuring(projectId, field)),
      options,
    )
  } catch (error) {
    // A concurrent request has registered one of the fields; `ordered: false` has written the others.
    if (session || !isDuplicateKey(error)) throw error
  }
}

function ensuring(projectId: string, { key, type, seenAt }: SeenField) {
  return [
    {
      updateOne: {
        filter: { projectId, key, deletedAt: seenAt ? { $lt: seenAt } : { $ne: null } },
        update: { $set: { type }, $unset: { deletedAt: 1 as const } },
      },
    },
    {
      updateOne: {
        filter: { projectId, key },
        update: { $setOnInsert: { _id: newId(), type } },
        upsert: true,
      },
    },
  ]
}

/** Makes this process forget that it knows a deleted field, and that the project had no room for more fields. */
export function forgetField(projectId: string, key: string): void {
  admission.forget(projectId, escapeKey(key))
}
