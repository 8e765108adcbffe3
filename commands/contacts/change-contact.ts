import { Contact } from '../../models/contact.js'
import { AppError } from '../../models/domain/errors.js'
import { createKeyedMutex } from '../../runtime/concurrency/keyed-mutex.js'
import { isContention } from '../../runtime/mongodb/contention.js'
import { isDocumentTooLarge } from '../../runtime/mongodb/document-too-large.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { createGroupedTransaction } from '../../runtime/mongodb/grouped-transaction.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { noteMade } from '../../runtime/request-scope.js'
import { traceParent } from '../../runtime/tracing/tracing.js'
import { areKnownFields } from '../fields/known-fields.js'
import type { ContactChange, ContactChanged } from './contact-change.js'
import { ContactStates } from './contact-states.js'
import { noRoom, registerName, registerPatch, touchesData } from './contact-update.js'
import { storeChanges, type ChangeResult, type TracedChange } from './store-changes.js'
import { spelledAs, spellingsOf } from '../address-spellings.js'

const MAX_TRIES = 4
const changes = createKeyedMutex()

/**
 * Creates or changes a contact: the one way by which every path that accepts `data` writes it for one contact. Only
 * the keys sent change, each by its own name, so that concurrent changes of different keys both survive; a contact that
 * is as the change wants it is not written. Changes that come together share a transaction. Throws CONTACT_NOT_FOUND for
 * an unknown id, CONFLICT for an address that another contact has, and VALIDATION_ERROR when the result would break the
 * limits on custom fields, unless `room` says that such data is left out, or outgrow the contact's document.
 */
export async function changeContact(change: ContactChange): Promise<ContactChanged> {
  const { projectId, patch, nameWhenMissing: name } = change
  await refuseOtherSpelling(change)
  const fields = name ? { ...patch.set, name } : patch.set
  return storeChange(areKnownFields(projectId, fields) ? change : await admitFields(change))
}

// The index on addresses tells only identities apart: a record from elsewhere may have the address in another spelling.
async function refuseOtherSpelling({ projectId, who, newEmail = '' }: ContactChange): Promise<void> {
  const [, ...others] = spellingsOf(newEmail)
  if (others.length === 0 || !('id' in who)) return
  if (await Contact.exists({ projectId, email: { $in: others }, _id: { $ne: who.id } })) throw addressTaken()
}

function addressTaken(cause?: unknown): AppError {
  return new AppError('CONFLICT', 'Another contact has this address', { cause })
}

async function storeChange(change: ContactChange): Promise<ContactChanged> {
  const { projectId, who } = change
  const traced = { change, trace: traceParent() }
  const storeByItself = (): Promise<ContactChanged> => {
    const key = `${projectId}:${'id' in who ? who.id : who.email}`
    return changes.runExclusive(key, () => tryToStore(change, () => storeAlone(traced), 1))
  }
  if (isAlone(change)) return storeByItself()
  try {
    const changed = await tryToStore(change, () => storeTogether(traced), 1)
    noteOwn(changed)
    return changed
  } catch (error) {
    // A process that died may hold a contact for a minute: the changes of other contacts do not wait for it.
    if (isContention(error)) return storeByItself()
    throw error
  }
}

// The transaction belongs to no request.
function noteOwn({ contact, event, email }: ContactChanged): void {
  noteMade({ kind: 'contact', ids: [contact._id] })
  if (event) noteMade({ kind: 'event', ids: [event._id] })
  if (email) noteMade({ kind: 'email', ids: [email._id] })
}

const storeTogether = createGroupedTransaction<TracedChange, ChangeResult>(storeChanges, {
  // One depth, because an entry has one.
  keyOf: ({ change: { projectId, depth = 0 } }) => `${projectId}:${depth}`,
  // Two transactions over one contact would abort each other.
  concurrencyPerKey: 1,
})

/** Whether a change has a transaction of its own, because it may fail for what others have stored. */
function isAlone({ newEmail, patch, alongside }: ContactChange): boolean {
  return newEmail !== undefined || patch.clearAll || alongside !== undefined
}

function storeAlone(traced: TracedChange): Promise<ChangeResult | undefined> {
  return inTransaction(async (session) => (await storeChanges([traced], session))[0])
}

async function tryToStore(
  change: ContactChange,
  store: () => Promise<ChangeResult | undefined>,
  tries: number,
): Promise<ContactChanged> {
  try {
    const result = await store()
    if (result && !('refused' in result)) return result
    throw result?.refused ?? new Error('The change has no result')
  } catch (error) {
    if (isDocumentTooLarge(error)) throw noRoom(touchesData(change.patch) || !change.event ? 'data' : 'event')
    if (!isDuplicateKey(error)) throw error
    if ('id' in change.who) throw addressTaken(error)
    // Another request created this contact between the read and the insert: the next try changes it.
    if (tries >= MAX_TRIES) throw error
    return tryToStore(change, store, tries + 1)
  }
}

/**
 * Makes new fields known to the project, unless the change would be refused; returns the change with those fields that
 * the project and the contact have room for.
 */
async function admitFields(change: ContactChange): Promise<ContactChange> {
  const { projectId, who } = change
  const filter = 'id' in who ? { _id: who.id, projectId } : { projectId, email: spelledAs(who.email) }
  const contact = await Contact.findOne(filter, { activity: 0 }).lean()
  const found = contact ? [{ ...contact, isFull: false }] : []
  new ContactStates(projectId, found).apply(change)
  const nameless = { ...change, nameWhenMissing: null }
  const patch = new ContactStates(projectId, found).fit(nameless)
  return {
    ...change,
    patch: await registerPatch(projectId, { ...change, patch }),
    nameWhenMissing: await registerName(projectId, change.nameWhenMissing),
  }
}
