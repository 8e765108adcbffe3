import type { ContactRecord } from '../../../models/contact.js'
import { domainOf } from '../../../models/domain/addresses.js'
import { applyDataPatch, isDataChanged } from '../../../models/domain/data.js'
import { AppError, invalid, type FieldError } from '../../../models/domain/errors.js'
import { escapeData, escapeKey, unescapeData } from '../../../models/domain/fields.js'
import { touchesName } from '../../../models/domain/name-words.js'
import { searchedBy } from '../../../models/domain/search-words.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import type { ContactChange } from './contact-change.js'
import { fieldsByPath, touchesData } from './contact-update.js'

/** A contact as a change reads it: without its activity, which may be long. */
export type FoundContact = Omit<ContactRecord, 'activity'>

/** A contact of a transaction in memory, with the changes that are applied to it and not written yet. */
export interface ContactState {
  /** The contact as it will be stored. */
  contact: FoundContact
  isNew: boolean
  isRemoved: boolean
  /** Whether a field, the address or the subscription changes. Segments, counters and timers depend on these. */
  isChanged: boolean
  /** An existing contact before the changes; null for a new one. */
  stored: FoundContact | null
  /** The update of an existing contact, by paths. */
  set: Record<string, unknown>
  unset: Record<string, 1>
}

/** The state of a contact to which no change is applied yet. */
export function stateOf(contact: FoundContact, isNew = false): ContactState {
  return {
    contact: { ...contact, data: contact.data ?? {} },
    isNew,
    isRemoved: false,
    isChanged: isNew,
    stored: isNew ? null : contact,
    set: {},
    unset: {},
  }
}

/** Whether the contact has to be written. */
export function isWritten({ isNew, isRemoved, set, unset }: ContactState): boolean {
  if (isRemoved) return false
  return isNew || Object.keys(set).length + Object.keys(unset).length > 0
}

/** Throws VALIDATION_ERROR with every fault of a change of a contact. `state` is undefined for a new contact. */
export function requireAllowed(state: ContactState | undefined, change: ContactChange): void {
  const { patch, subscribed, subscribedWhenNew, refuse } = change
  const isSubscribed = subscribed ?? state?.contact.subscribed ?? subscribedWhenNew
  const faults: FieldError[] = [...(refuse?.({ isSubscribed }) ?? [])]
  try {
    if (touchesData(patch)) applyDataPatch(literalData(state), patch)
  } catch (error) {
    if (!(error instanceof AppError) || !error.errors) throw error
    faults.push(...error.errors)
  }
  if (faults.length > 0) throw invalid(faults)
}

/**
 * Applies an allowed change to an existing contact. Returns whether its subscription begins or ends, and whether this
 * change is one at all.
 */
export function applyChange(state: ContactState, change: ContactChange): { isFlipped: boolean; isChanged: boolean } {
  const { patch, newEmail } = change
  const wasChanged = state.isChanged
  state.isChanged = false
  if (patch.clearAll || isDataChanged(literalData(state), patch)) {
    applyData(state, change)
    if (touchesName(patch)) applySearchWords(state)
  }
  if (newEmail !== undefined && newEmail !== state.contact.email) {
    put(state, { email: newEmail, domain: domainOf(newEmail) })
    applySearchWords(state)
    state.isChanged = true
  }
  const isFlipped = applySubscription(state, change)
  const { isChanged } = state
  state.isChanged = isChanged || wasChanged
  return { isFlipped, isChanged }
}

/**
 * Sets the subscription. Every such change ends a pause, unless it begins a new pause. An opt-out by the contact itself
 * is stored until the contact is subscribed again. A bounce that ends the subscription is stored until somebody decides
 * about it.
 */
function applySubscription(state: ContactState, change: ContactChange): boolean {
  const { subscribed, isOptOut = false, isByBounce = false, source, snoozedUntil: until } = change
  if (subscribed === undefined) return false
  const { contact } = state
  const snoozedUntil = until ?? null
  const isFlipped = contact.subscribed !== subscribed
  if (isFlipped) put(state, { subscribed })
  if (snoozedUntil || contact.snoozedUntil) put(state, { snoozedUntil })
  if (isFlipped || snoozedUntil) state.isChanged = true
  if (subscribed) drop(state, 'optOut')
  else if (isOptOut && !contact.optOut) put(state, { optOut: { source, at: databaseNow() } })
  if (isByBounce && isFlipped) put(state, { isUnsubscribedByBounce: true })
  else if (!isByBounce) drop(state, 'isUnsubscribedByBounce')
  return isFlipped
}

/** Keeps the words by which a contact is searched. */
function applySearchWords(state: ContactState): void {
  const { contact } = state
  const { searchWords } = searchedBy(contact)
  if (!searchWords) drop(state, 'searchWords')
  else if (searchWords.join(' ') !== contact.searchWords?.join(' ')) put(state, { searchWords })
}

function put(state: ContactState, fields: Partial<ContactRecord>): void {
  Object.assign(state.contact, fields)
  Object.assign(state.set, fields)
  for (const field of Object.keys(fields)) delete state.unset[field]
}

function drop(state: ContactState, field: 'optOut' | 'isUnsubscribedByBounce' | 'searchWords'): void {
  if (state.contact[field] === undefined) return
  delete state.contact[field]
  delete state.set[field]
  state.unset[field] = 1
}

function applyData(state: ContactState, { patch: { clearAll, set, unset } }: ContactChange): void {
  const { contact } = state
  const data = clearAll ? {} : { ...contact.data }
  for (const key of unset) delete data[escapeKey(key)]
  contact.data = { ...data, ...escapeData(set) }
  state.isChanged = true
  if (clearAll) {
    state.set['data'] = contact.data
    return
  }
  // Each key has its own path in the update, so that concurrent changes of other keys survive.
  for (const [path, value] of Object.entries(fieldsByPath(set))) {
    state.set[path] = value
    delete state.unset[path]
  }
  for (const key of unset) {
    const path = `data.${escapeKey(key)}`
    state.unset[path] = 1
    delete state.set[path]
  }
}

function literalData(state: ContactState | undefined): Record<string, unknown> {
  return unescapeData({ ...state?.contact.data })
}
