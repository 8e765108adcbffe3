import type { ContactRecord } from '../../../models/contact.js'
import { domainOf } from '../../../models/domain/addresses.js'
import { applyDataPatch, fitDataPatch, isBlank, PUBLIC_ROOM, type DataPatch } from '../../../models/domain/data.js'
import { AppError } from '../../../models/domain/errors.js'
import { escapeData, escapeKey, unescapeData } from '../../../models/domain/fields.js'
import { searchedBy } from '../../../models/domain/search-words.js'
import type { MailboxRecord } from '../../../models/mailbox.js'
import { newId } from '../../../runtime/ids.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { registerFields, registerFitting } from '../../base/records/known-fields.js'
import { optOutOf } from './mailboxes.js'

/** The state that a request gives to a contact: its custom fields and its subscription. */
export interface ContactStatement {
  patch: DataPatch
  /** The field `name` for a contact that has none, unless the patch names that field. */
  nameWhenMissing?: string | null | undefined
  /** Omitted: an existing contact keeps its state, and a new one takes `subscribedWhenNew`. */
  subscribed?: boolean | undefined
  subscribedWhenNew: boolean
  /** Whether the contact is unsubscribed because of a permanent bounce, and not by the wish of a person. */
  isByBounce?: boolean | undefined
  /** The rule for fields for which there is no room; `all` if omitted. */
  room?: RoomRule | undefined
}

/**
 * The rule for fields for which the project or the contact has no room. `all`: the change is refused. `fitting`: fields
 * that exceed the project's limits are dropped; the contact's limits still refuse the change. `public`: fields that
 * exceed either limit are dropped, and new fields have only half of the limits, because every reader of a public key
 * can invent fields.
 */
export type RoomRule = 'all' | 'fitting' | 'public'

/** The part of a statement's patch that fits into a contact with these fields, whose keys are escaped. */
export function fittingPatch(data: object, { patch, room }: Pick<ContactStatement, 'patch' | 'room'>): DataPatch {
  return room === 'public' ? fitDataPatch(unescapeData({ ...data }), patch, PUBLIC_ROOM) : patch
}

/**
 * The statement's patch, with the name if a contact with these fields (with escaped keys) lacks one and has room for
 * it.
 */
export function namingPatch(
  data: object,
  { patch, nameWhenMissing: name }: Pick<ContactStatement, 'patch' | 'nameWhenMissing'>,
): DataPatch {
  const isNamed = patch.clearAll || Object.hasOwn(patch.set, 'name') || patch.unset.includes('name')
  if (!name || isNamed || !lacksName(data)) return patch
  const withName = { ...patch, set: { ...patch.set, name } }
  return isApplicable(unescapeData({ ...data }), withName) ? withName : patch
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

/**
 * Registers the field `name` with the project. Returns the name, or null when the project has no room for the field.
 */
export async function registerName(projectId: string, name: string | null | undefined): Promise<string | null> {
  if (!name) return null
  const registered = await registerFitting(projectId, { name }, { isPublic: false })
  return Object.hasOwn(registered, 'name') ? name : null
}

/** Registers fields with a project. Returns the fields that are registered. Throws as `registerFields`. */
export async function registerData(
  projectId: string,
  { set, room = 'all' }: Pick<DataPatch, 'set'> & Pick<ContactStatement, 'room'>,
): Promise<Record<string, unknown>> {
  if (room !== 'all') return registerFitting(projectId, set, { isPublic: room === 'public' })
  await registerFields(projectId, set)
  return set
}

/**
 * The record of a new contact. It has every property of the model, because the insert adds no defaults. A contact whose
 * mailbox has opted out before gets that opt-out, unless the statement subscribes it.
 */
export function newContact(
  projectId: string,
  email: string,
  statement: ContactStatement,
  mailbox?: MailboxRecord,
): ContactRecord {
  const now = databaseNow()
  const data = escapeData(namingPatch({}, statement).set)
  const optedOut = optOutOf(mailbox, now)
  const { subscribed, subscribedWhenNew } = statement
  const isSubscribed = subscribed ?? (subscribedWhenNew && optedOut === null)
  const optOut = isSubscribed ? null : (optedOut?.optOut ?? null)
  return {
    _id: newId(),
    projectId,
    email,
    domain: domainOf(email),
    subscribed: isSubscribed,
    // Like every statement about a subscription, this one ends a pause.
    snoozedUntil: optOut && subscribed === undefined ? (optedOut?.snoozedUntil ?? null) : null,
    ...(optOut ? { optOut } : {}),
    ...(statement.isByBounce && !isSubscribed && !optOut ? { isUnsubscribedByBounce: true } : {}),
    data,
    ...searchedBy({ email, data }),
    segments: [],
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
