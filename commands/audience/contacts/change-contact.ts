import { Contact } from '../../../models/contact.js'
import type { DataPatch } from '../../../models/domain/data.js'
import { AppError } from '../../../models/domain/errors.js'
import { createLimiter } from '../../../runtime/concurrency/limiter.js'
import { isContention } from '../../../runtime/mongodb/contention.js'
import { isDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { createGroupedTransaction } from '../../../runtime/mongodb/grouped-transaction.js'
import { shardOf } from '../../../runtime/mongodb/shard-of.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { noteMade } from '../../../runtime/request-scope.js'
import { traceParent } from '../../../runtime/tracing/tracing.js'
import { spellingsOf } from '../../base/listing/address-spellings.js'
import { areKnownFields } from '../../base/records/known-fields.js'
import { ContactBook } from './contact-book.js'
import type { ChangeSet, ContactChange, ContactChanged } from './contact-change.js'
import { registerName, registerData } from './contact-update.js'
import { applyAll, requireAccepted, storeChangeSets, type SetResult, type TracedSet } from './store-change-sets.js'

const MAX_TRIES = 4
// Two transactions that write one contact abort each other. So the transactions of one contact run one after the other,
// and of the transactions with several contacts a project has only a few at a time.
const limitContacts = createLimiter({ concurrencyPerKey: 1 })
const limitProjects = createLimiter({ concurrencyPerKey: 4 })

/** Creates or changes one contact as `changeContacts` does. */
export async function changeContact(
  change: ContactChange,
  beside: Omit<ChangeSet, 'changes'> = {},
): Promise<ContactChanged> {
  const [changed] = await changeContacts({ ...beside, changes: [change] })
  if (!changed) throw new Error('The change did not complete')
  return changed
}

/**
 * Creates or changes contacts of one project: all of them or none, together with what the set stores beside them. A set
 * names each contact once. Every path that accepts `data` writes it by this function. Only the sent keys change, each
 * by its own name, so that concurrent changes of different keys both survive. A contact that is already as its change
 * wants it is not written. Concurrent sets of one contact each share a transaction. Throws CONTACT_NOT_FOUND for an
 * unknown id, CONFLICT for an address that another contact has, and VALIDATION_ERROR with every fault of the changes:
 * those of `refuse`, and exceeded limits on custom fields, unless `room` lets such data be dropped.
 */
export async function changeContacts(set: ChangeSet): Promise<ContactChanged[]> {
  if (set.changes.length === 0) return []
  for (const change of set.changes) await refuseOtherSpelling(change)
  return store(set.changes.every(hasKnownFields) ? set : { ...set, changes: await admitFields(set.changes) })
}

/**
 * The patches of changes, without the fields for which their contacts have no room. Throws the errors that
 * `changeContacts` would throw now, and changes nothing.
 */
export async function checkChanges(changes: readonly ContactChange[]): Promise<DataPatch[]> {
  return inTransaction(async (session) => {
    const book = await ContactBook.openFor(session, changes)
    const patches = changes.map((change) => book.fit({ ...change, nameWhenMissing: null }))
    requireAccepted(applyAll(book, changes))
    return patches
  })
}

// The unique index on addresses compares normalised addresses only. A record from elsewhere may have the same address
// in another spelling.
async function refuseOtherSpelling({ projectId, who, newEmail = '' }: ContactChange): Promise<void> {
  const [, ...others] = spellingsOf(newEmail)
  if (others.length === 0 || !('id' in who)) return
  if (await Contact.exists({ projectId, email: { $in: others }, _id: { $ne: who.id } })) throw addressTaken()
}

function addressTaken(cause?: unknown): AppError {
  return new AppError('CONFLICT', 'Another contact already has this email address', { cause })
}

function hasKnownFields({ projectId, patch, nameWhenMissing: name }: ContactChange): boolean {
  return areKnownFields(projectId, name ? { ...patch.set, name } : patch.set)
}

/**
 * Registers the new fields of changes with the project, unless the changes would be refused. Returns the changes with
 * the fields for which the project and the contacts have room.
 */
async function admitFields(changes: readonly ContactChange[]): Promise<ContactChange[]> {
  const patches = await checkChanges(changes)
  const { projectId = '', room } = changes[0] ?? {}
  const set = Object.fromEntries(patches.flatMap((patch) => Object.entries(patch.set)))
  const registered = await registerData(projectId, { room, set })
  const name = changes.find(({ nameWhenMissing }) => nameWhenMissing)?.nameWhenMissing
  const isNameKnown = (await registerName(projectId, name)) !== null
  return changes.map((change, index) => {
    const patch = patches[index] ?? change.patch
    const fields = Object.entries(patch.set).filter(([key]) => Object.hasOwn(registered, key))
    const nameWhenMissing = isNameKnown ? change.nameWhenMissing : null
    return { ...change, patch: { ...patch, set: Object.fromEntries(fields) }, nameWhenMissing }
  })
}

async function store(set: ChangeSet): Promise<ContactChanged[]> {
  const traced = { ...set, trace: traceParent() }
  const storeByItself = (): Promise<ContactChanged[]> =>
    exclusively(set, () => tryToStore(set, () => storeAlone(traced), 1))
  if (isAlone(set)) return storeByItself()
  try {
    const changed = await tryToStore(set, () => storeInGroup(traced), 1)
    changed.forEach(noteStored)
    return changed
  } catch (error) {
    // The transaction of a process that died may lock a contact for a minute. The changes of other contacts must not
    // wait for it.
    if (isContention(error)) return storeByItself()
    throw error
  }
}

function exclusively<Result>({ changes }: ChangeSet, work: () => Promise<Result>): Promise<Result> {
  const [{ projectId, who } = { projectId: '', who: { id: '' } }, ...others] = changes
  if (others.length > 0) return limitProjects(projectId, work)
  return limitContacts(`${projectId}:${'id' in who ? who.id : who.email}`, work)
}

// A shared transaction belongs to no request, so that each request notes what it has stored.
function noteStored({ contact, event, email }: ContactChanged): void {
  noteMade({ kind: 'contact', ids: [contact._id] })
  if (event) noteMade({ kind: 'event', ids: [event._id] })
  if (email) noteMade({ kind: 'email', ids: [email._id] })
}

const storeInGroup = createGroupedTransaction<TracedSet, SetResult>(storeChangeSets, {
  // The depth is part of the key, because an outbox entry has one depth.
  keyOf: ({ changes }) => `${changes[0]?.projectId}:${changes[0]?.depth ?? 0}`,
  groupOf: ({ changes }) => `${shardOf(changes[0]?.projectId ?? '')}:${changes[0]?.depth ?? 0}`,
  // Two transactions that write one contact would abort each other.
  concurrencyPerKey: 1,
})

/** Whether a set needs a transaction of its own, because it has several changes, or may conflict with stored data. */
function isAlone({ changes, alongside }: ChangeSet): boolean {
  if (changes.length > 1 || alongside) return true
  return changes.some(({ newEmail, patch }) => newEmail !== undefined || patch.clearAll)
}

async function storeAlone(set: TracedSet): Promise<SetResult> {
  const [result = []] = await inTransaction((session) => storeChangeSets([set], session))
  return result
}

async function tryToStore(set: ChangeSet, attempt: () => Promise<SetResult>, tries: number): Promise<ContactChanged[]> {
  try {
    return requireAccepted(await attempt())
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    if (set.changes.some(({ who }) => 'id' in who)) throw addressTaken(error)
    // Another request has created the contact between the read and the insert. The next try changes that contact.
    if (tries >= MAX_TRIES) throw error
    return tryToStore(set, attempt, tries + 1)
  }
}
