import type { ContactRecord } from '../../models/contact.js'
import { applyDataPatch, fitDataPatch, isBlank, PUBLIC_ROOM, type DataPatch } from '../../models/domain/data.js'
import { AppError } from '../../models/domain/errors.js'
import { escapeData, escapeKey, unescapeData } from '../../models/domain/fields.js'
import { newId } from '../../runtime/ids.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { registerFields, registerFitting } from '../fields/known-fields.js'

/** The state that a request gives to a contact: its custom fields and its subscription. */
export interface ContactStatement {
  patch: DataPatch
  /** The field `name` of a contact that has none, unless the patch says something of that field. */
  nameWhenMissing?: string | null | undefined
  /** Omitted: an existing contact keeps its state, and a new one takes `subscribedWhenNew`. */
  subscribed?: boolean | undefined
  subscribedWhenNew: boolean
  /** What becomes of fields that have no room; `all` if omitted. */
  room?: RoomRule | undefined
}

/**
 * What becomes of fields that have no room. `all`: the change is refused. `fitting`: those that the project has no room
 * for are not stored, while the limits of the contact hold. `public`: those that either has no room for are not stored,
 * and half of the limits is the room for new fields, because anybody who sees a public key may make them up.
 */
export type RoomRule = 'all' | 'fitting' | 'public'

/** The part of a statement's patch that a contact with these fields, escaped, has room for. */
export function fittingPatch(data: object, { patch, room }: Pick<ContactStatement, 'patch' | 'room'>): DataPatch {
  return room === 'public' ? fitDataPatch(unescapeData({ ...data }), patch, PUBLIC_ROOM) : patch
}

/** The statement's patch with the name for a contact with these fields, escaped, if the contact has room for one. */
export function namingPatch(
  data: object,
  { patch, nameWhenMissing: name }: Pick<ContactStatement, 'patch' | 'nameWhenMissing'>,
): DataPatch {
  const isSaid = patch.clearAll || Object.hasOwn(patch.set, 'name') || patch.unset.includes('name')
  if (!name || isSaid || !lacksName(data)) return patch
  const named = { ...patch, set: { ...patch.set, name } }
  return isApplicable(unescapeData({ ...data }), named) ? named : patch
}

function isApplicable(data: Record<string, unknown>, patch: DataPatch): boolean {
  try {
    applyDataPatch(data, patch)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

function lacksName(data: object): boolean {
  return isBlank(Reflect.get(data, 'name'))
}

/** Makes the name of a statement known to its project as a field; null when the project has no room for it. */
export async function registerName(projectId: string, name: string | null | undefined): Promise<string | null> {
  if (!name) return null
  const known = await registerFitting(projectId, { name }, { isPublic: false })
  return Object.hasOwn(known, 'name') ? name : null
}

/** Makes fields known to a project; returns those that are. Throws as `registerFields`. */
export async function registerData(
  projectId: string,
  { set, room = 'all' }: Pick<DataPatch, 'set'> & Pick<ContactStatement, 'room'>,
): Promise<Record<string, unknown>> {
  if (room !== 'all') return registerFitting(projectId, set, { isPublic: room === 'public' })
  await registerFields(projectId, set)
  return set
}

/** A contact that the project does not have yet. It has every field, because the insert adds no defaults. */
export function newContact(projectId: string, email: string, statement: ContactStatement): ContactRecord {
  const { subscribed, subscribedWhenNew } = statement
  const now = databaseNow()
  return {
    _id: newId(),
    projectId,
    email,
    subscribed: subscribed ?? subscribedWhenNew,
    snoozedUntil: null,
    data: escapeData(namingPatch({}, statement).set),
    segments: [],
    counted: null,
    createdAt: now,
    updatedAt: now,
  }
}

/** Custom fields by their paths in a stored contact. */
export function fieldsByPath(set: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(set).map(([key, value]) => [pathOf(key), escapeData(value)]))
}

/** Whether a patch names any custom field. */
export function touchesData({ clearAll, set, unset }: DataPatch): boolean {
  return clearAll || unset.length > 0 || Object.keys(set).length > 0
}

function pathOf(key: string): string {
  return `data.${escapeKey(key)}`
}
