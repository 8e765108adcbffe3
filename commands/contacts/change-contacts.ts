import type { ClientSession } from 'mongoose'
import { Contact, type ContactRecord } from '../../models/contact.js'
import { applyDataPatch } from '../../models/domain/data.js'
import { AppError, type FieldError } from '../../models/domain/errors.js'
import type { DataPatch } from '../../models/domain/data.js'
import { isDocumentTooLarge } from '../../runtime/mongodb/document-too-large.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import {
  dataUpdate,
  effectOn,
  namingPatch,
  newContact,
  noRoom,
  registerName,
  registerPatch,
  touchesData,
  type ContactStatement,
} from './contact-update.js'
import { flipSubscriptions } from './flip-subscriptions.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { setOff } from '../outbox/set-off.js'
import { normaliseAddress } from '../../models/domain/addresses.js'
import { spelledAsAny } from '../address-spellings.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { updateEach } from '../../runtime/mongodb/update-each.js'

/** One change of many contacts; unknown contacts are created. */
export interface ContactsChange extends ContactStatement {
  projectId: string
  /** The identities of addresses, each once. `patch.clearAll` is not supported for many. */
  emails: readonly string[]
  /** The names for contacts that have none, by address. */
  names?: ReadonlyMap<string, string>
  /** The cause of the change, for the events of flips. */
  source: string
}

/** The effect of a change on many contacts, worked out before anything is written. */
export interface ContactsPlan {
  /** The limits that the change would break, each once however many contacts have it. */
  faults: FieldError[]
  /** The addresses that are subscribed after the change. */
  subscribed: Set<string>
  unknown: string[]
  /** The ids of the existing contacts by address. */
  ids: Map<string, string>
  /** The ids of contacts whose fields change, whose subscription flips, and whose snooze alone ends. */
  changing: string[]
  flipping: string[]
  waking: string[]
  /** The names for existing contacts that have none, by id. */
  naming: Map<string, string>
}

type StoredContact = Pick<ContactRecord, '_id' | 'email' | 'subscribed' | 'snoozedUntil'> & { data?: object }

/** Works out the effect of a change on each of its contacts. Reads them one after the other and writes nothing. */
export async function planContactsChange(change: ContactsChange): Promise<ContactsPlan> {
  const { projectId, emails, patch, subscribed } = change
  const plan: ContactsPlan = {
    faults: [],
    subscribed: new Set(),
    unknown: [],
    ids: new Map(),
    changing: [],
    flipping: [],
    waking: [],
    naming: new Map(),
  }
  const shown = {
    email: 1,
    subscribed: 1,
    snoozedUntil: 1,
    ...(touchesData(patch) || change.names?.size ? { data: 1 } : {}),
  }
  const stored = Contact.find({ projectId, email: spelledAsAny(emails) }, shown)
    .lean<StoredContact>()
    .cursor()
  for await (const contact of stored) addToPlan(plan, contact, change)
  plan.unknown = emails.filter((email) => !plan.ids.has(email))
  if (plan.unknown.length > 0) collectFaults(plan, () => void applyDataPatch({}, patch))
  if (subscribed ?? change.subscribedWhenNew) for (const email of plan.unknown) plan.subscribed.add(email)
  return plan
}

/**
 * Changes many contacts by the rules of `changeContact`, in a few writes however many they are. Values that the
 * contacts hold already are not written again. Returns the id of every contact by its address. Throws VALIDATION_ERROR
 * when a contact's document has no room for the data.
 */
export async function changeContacts(wanted: ContactsChange, plan: ContactsPlan): Promise<Map<string, string>> {
  const { projectId, subscribed, source } = wanted
  const patch = await registerPatch(projectId, wanted)
  const [anyName] = wanted.names?.values() ?? []
  const isNameKnown = (await registerName(projectId, anyName)) !== null
  const names = isNameKnown ? wanted.names : undefined
  const naming = isNameKnown ? plan.naming : new Map<string, string>()
  const change = { ...wanted, patch, ...(names ? { names } : {}) }
  const { made, others } = await makeContacts(change, plan.unknown)
  const changing = [...plan.changing, ...others.map(({ _id }) => _id)]
  await applyPatch(projectId, { changing, patch, naming })
  if (plan.waking.length > 0) {
    await Contact.updateMany({ _id: { $in: plan.waking }, projectId }, { $set: { snoozedUntil: null } })
  }
  const flipping = others.filter((contact) => contact.subscribed !== subscribed).map(({ _id }) => _id)
  const contactIds = [...plan.flipping, ...flipping]
  if (subscribed !== undefined) await flipSubscriptions({ projectId, contactIds, subscribed, source })
  return new Map([
    ...plan.ids,
    ...[...made, ...others].map(({ email, _id }) => [normaliseAddress(email), _id] as const),
  ])
}

interface DataChanges {
  changing: string[]
  patch: DataPatch
  naming: ReadonlyMap<string, string>
}

async function applyPatch(projectId: string, { changing, patch, naming }: DataChanges): Promise<void> {
  const patched = touchesData(patch) ? changing : []
  if (patched.length + naming.size === 0) return
  try {
    await inTransaction(async (session) => {
      if (patched.length > 0) {
        await Contact.updateMany({ _id: { $in: patched }, projectId }, dataUpdate(patch), { session })
      }
      if (naming.size > 0) await storeNames(projectId, naming, session)
      await setOff(session, { kind: 'contact', projectId, ids: [...new Set([...patched, ...naming.keys()])] })
    })
  } catch (error) {
    throw isDocumentTooLarge(error) ? noRoom('data') : error
  }
}

// A name that the contact got meanwhile stays.
async function storeNames(
  projectId: string,
  naming: ReadonlyMap<string, string>,
  session: ClientSession,
): Promise<void> {
  const updatedAt = databaseNow()
  const updates = [...naming].map(([_id, name]) => ({
    filter: { _id, projectId, 'data.name': { $in: [null, ''] } },
    update: { $set: { 'data.name': name, updatedAt } },
  }))
  await updateEach(Contact, updates, session)
}

function addToPlan(plan: ContactsPlan, contact: StoredContact, change: ContactsChange): void {
  const { _id: id } = contact
  const email = normaliseAddress(contact.email)
  plan.ids.set(email, id)
  if (change.subscribed ?? contact.subscribed) plan.subscribed.add(email)
  collectFaults(plan, () => {
    const { changesData, flips, endsSnooze } = effectOn(contact, change)
    if (changesData) plan.changing.push(id)
    if (flips) plan.flipping.push(id)
    if (endsSnooze) plan.waking.push(id)
  })
  const name = change.names?.get(email)
  if (name && namingPatch(contact.data ?? {}, { ...change, nameWhenMissing: name }) !== change.patch) {
    plan.naming.set(id, name)
  }
}

function collectFaults({ faults }: ContactsPlan, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof AppError) || !error.errors) throw error
    const isTold = (fault: FieldError): boolean => faults.some(({ message }) => message === fault.message)
    faults.push(...error.errors.filter((fault) => !isTold(fault)))
  }
}

type MadeContact = Pick<ContactRecord, '_id' | 'email' | 'subscribed'>

interface ContactsMade {
  made: MadeContact[]
  /** Those that concurrent requests created first, with their own ids. */
  others: MadeContact[]
}

/** Creates contacts, each once: a concurrent request that is first makes the others be looked up and the rest created. */
async function makeContacts(change: ContactsChange, emails: readonly string[]): Promise<ContactsMade> {
  const { projectId } = change
  const others: MadeContact[] = []
  for (let unknown = emails; unknown.length > 0;) {
    const made = unknown.map((email) =>
      newContact(projectId, email, { ...change, nameWhenMissing: change.names?.get(email) }),
    )
    try {
      await insertAll(projectId, made)
      return { made, others }
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
    }
    const shown = { email: 1, subscribed: 1 } as const
    others.push(...(await Contact.find({ projectId, email: spelledAsAny(unknown) }, shown).lean<MadeContact[]>()))
    const known = new Set(others.map(({ email }) => normaliseAddress(email)))
    unknown = unknown.filter((email) => !known.has(email))
  }
  return { made: [], others }
}

function insertAll(projectId: string, contacts: ContactRecord[]): Promise<void> {
  return inTransaction(async (session) => {
    // Mongoose's validation of a thousand contacts takes ten times as long as storing them.
    await Contact.insertMany(contacts, { session, lean: true })
    await setOff(session, { kind: 'contact', projectId, ids: contacts.map(({ _id }) => _id) })
  })
}
