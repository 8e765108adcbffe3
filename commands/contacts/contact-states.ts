import type { ContactRecord } from '../../models/contact.js'
import type { ContactEffect } from '../../models/domain/contact-effect.js'
import { applyDataPatch, type DataPatch } from '../../models/domain/data.js'
import { AppError, invalid, notFound, type FieldError } from '../../models/domain/errors.js'
import { escapeData, escapeKey } from '../../models/domain/fields.js'
import type { Occurrence } from '../events/activity.js'
import type { ContactChange } from './contact-change.js'
import { effectOn, fieldsByPath, fittingPatch, namingPatch, newContact, touchesData } from './contact-update.js'
import { normaliseAddress } from '../../models/domain/addresses.js'

/** A contact as it is read to be changed: without its activity, which may be long. */
export type FoundContact = Omit<ContactRecord, 'activity'>

/** A flip of a contact's subscription. */
export interface Flip {
  subscribed: boolean
  source: string
  depth: number
}

/** A contact while the changes of one transaction are worked out, before any is written. */
export interface ContactState {
  /** As it will be stored, but for flips. */
  contact: FoundContact
  isNew: boolean
  /** Whether custom fields or the address change: segments and counters learn of it. */
  isChanged: boolean
  /** The update of an existing contact, by paths. */
  set: Record<string, unknown>
  unset: Record<string, 1>
  /** Its subscription after all flips so far. */
  subscribed: boolean
  flips: Flip[]
  happened: Pick<Occurrence, 'name' | 'at'>[]
}

/** The contacts of one transaction by id and by address. */
export class ContactStates {
  readonly #projectId: string
  readonly #byId = new Map<string, ContactState>()
  readonly #byEmail = new Map<string, ContactState>()

  readonly #inserted: ContactRecord | null

  /** `inserted`: the contact of the only change, when it was unknown and is inserted already. */
  constructor(projectId: string, found: readonly FoundContact[], inserted: ContactRecord | null = null) {
    this.#projectId = projectId
    this.#inserted = inserted
    for (const contact of found) this.#add(stateOf(contact))
  }

  /**
   * Works a change into the state of its contact, which is new for an unknown address. A change that is refused leaves
   * no trace. Throws CONTACT_NOT_FOUND, and VALIDATION_ERROR for the limits on contacts and for what `change.refuse` says.
   */
  apply(wanted: ContactChange): { state: ContactState; isNew: boolean } {
    const { who } = wanted
    const known = this.#find(wanted)
    if (!known && 'id' in who) throw notFound('contact', who.id)
    const change = { ...wanted, patch: this.fit(wanted) }
    const effect = requireAllowed(known ?? null, change)
    if (known && effect) {
      applyTo(known, change, effect)
      return { state: known, isNew: false }
    }
    const email = 'email' in who ? who.email : ''
    const contact = this.#inserted ?? newContact(this.#projectId, email, change)
    const state = { ...stateOf(contact), isNew: true, isChanged: true }
    this.#add(state)
    return { state, isNew: true }
  }

  /** The part of a change's patch that its contact has room for. */
  fit(change: ContactChange): DataPatch {
    const data = this.#find(change)?.contact.data ?? {}
    return namingPatch(data, { ...change, patch: fittingPatch(data, change) })
  }

  get all(): ContactState[] {
    return [...this.#byId.values()]
  }

  #find({ who }: ContactChange): ContactState | undefined {
    return 'id' in who ? this.#byId.get(who.id) : this.#byEmail.get(who.email)
  }

  #add(state: ContactState): void {
    this.#byId.set(state.contact._id, state)
    this.#byEmail.set(normaliseAddress(state.contact.email), state)
  }
}

/** Whether a contact is written beside its flips. */
export function isWritten({ isNew, set, unset }: ContactState): boolean {
  return isNew || Object.keys(set).length + Object.keys(unset).length > 0
}

/** The effect of a change on a known contact, unless it is refused with all that is wrong with it. */
function requireAllowed(state: ContactState | null, change: ContactChange): ContactEffect | null {
  const { patch, refuse } = change
  let effect: ContactEffect | null = null
  const isSubscribed = change.subscribed ?? state?.subscribed ?? change.subscribedWhenNew
  const faults: FieldError[] = [...(refuse?.({ isSubscribed }) ?? [])]
  try {
    if (state) effect = effectOn({ ...state.contact, subscribed: state.subscribed }, change)
    else applyDataPatch({}, patch)
  } catch (error) {
    if (!(error instanceof AppError) || !error.errors) throw error
    faults.push(...error.errors)
  }
  if (faults.length > 0) throw invalid(faults)
  return effect
}

function applyTo(state: ContactState, change: ContactChange, { changesData, flips, endsSnooze }: ContactEffect): void {
  const { patch, newEmail, subscribed, source, depth = 0 } = change
  const { contact } = state
  if (changesData || (patch.clearAll && touchesData(patch))) applyData(state, change)
  if (newEmail !== undefined && newEmail !== contact.email) {
    contact.email = newEmail
    state.set['email'] = newEmail
    state.isChanged = true
  }
  if (endsSnooze) {
    contact.snoozedUntil = null
    state.set['snoozedUntil'] = null
  }
  if (flips && subscribed !== undefined) {
    state.subscribed = subscribed
    contact.snoozedUntil = null
    state.flips.push({ subscribed, source, depth })
  }
}

function applyData(state: ContactState, { patch: { clearAll, set, unset } }: ContactChange): void {
  const { contact } = state
  const kept = clearAll ? {} : { ...contact.data }
  for (const key of unset) delete kept[escapeKey(key)]
  contact.data = { ...kept, ...escapeData(set) }
  state.isChanged = true
  if (clearAll) {
    state.set = { ...state.set, data: contact.data }
    return
  }
  // Each key by its own name, so that concurrent changes of other keys survive.
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

function stateOf(contact: FoundContact): ContactState {
  const { subscribed } = contact
  return {
    contact: { ...contact, data: contact.data ?? {} },
    isNew: false,
    isChanged: false,
    set: {},
    unset: {},
    subscribed,
    flips: [],
    happened: [],
  }
}
