import { Contact } from '../../models/contact.js'
import type { DataPatch } from '../../models/domain/data.js'
import { AppError } from '../../models/domain/errors.js'
import { createLimiter } from '../../runtime/concurrency/limiter.js'
import { isContention } from '../../runtime/mongodb/contention.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { createGroupedTransaction } from '../../runtime/mongodb/grouped-transaction.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { noteMade } from '../../runtime/request-scope.js'
import { traceParent } from '../../runtime/tracing/tracing.js'
import { spellingsOf } from '../address-spellings.js'
import { areKnownFields } from '../fields/known-fields.js'
import { ContactBook } from './contact-book.js'
import type { ChangeSet, ContactChange, ContactChanged } from './contact-change.js'
import { registerName, registerData } from './contact-update.js'
import { applyAll, requireAccepted, storeChangeSets, type SetResult, type TracedSet } from './store-change-sets.js'

const MAX_TRIES = 4
// Two transactions over one contact would abort each other: those of one contact follow each other, and few go on at
// once of those that may have some contacts in common.
const limitContacts = createLimiter({ concurrencyPerKey: 1 })
const limitProjects = createLimiter({ concurrencyPerKey: 4 })

/** Creates or changes one contact as `changeContacts` does. */
export async function changeContact(
  change: ContactChange,
  beside: Omit<ChangeSet, 'changes'> = {},
): Promise<ContactChanged> {
  const [changed] = await changeContacts({ ...beside, changes: [change] })
  if (!changed) throw new Error('The change has no result')
  return changed
}

/**
 * Creates or changes contacts of one project, each named once: all of them or none, together with what is stored beside
 * them. This is the one way by which every path that accepts `data` writes it. Only the keys sent change, each by its
 * own name, so that concurrent changes of different keys both survive; a contact that is as its change wants it is not
 * written. Changes of one contact each that come together share a transaction. Throws CONTACT_NOT_FOUND for an unknown
 * id, CONFLICT for an address that another contact has, and VALIDATION_ERROR with all for which the changes are
 * refused: what `refuse` says, and the limits on custom fields, unless `room` says that such data is left out.
 */
export async function changeContacts(set: ChangeSet): Promise<ContactChanged[]> {
  if (set.changes.length === 0) return []
  for (const change of set.changes) await refuseOtherSpelling(change)
  return store(set.changes.every(hasKnownFields) ? set : { ...set, changes: await admitFields(set.changes) })
}

/**
 * The patches of changes as far as their contacts have room for them. Throws for what `changeContacts` would refuse
 * now, and changes nothing.
 */
export async function checkChanges(changes: readonly ContactChange[]): Promise<DataPatch[]> {
  return inTransaction(async (session) => {
    const book = await ContactBook.openFor(session, changes)
    const patches = changes.map((change) => book.fit({ ...change, nameWhenMissing: null }))
    requireAccepted(applyAll(book, changes))
    return patches
  })
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

function hasKnownFields({ projectId, patch, nameWhenMissing: name }: ContactChange): boolean {
  return areKnownFields(projectId, name ? { ...patch.set, name } : patch.set)
}

/**
 * Makes new fields known to the project, unless the changes would be refused; returns the changes with those fields
 * that the project and their contacts have room for.
 */
async function admitFields(changes: readonly ContactChange[]): Promise<ContactChange[]> {
  const patches = await checkChanges(changes)
  const { projectId = '', room } = changes[0] ?? {}
  const set = Object.fromEntries(patches.flatMap((patch) => Object.entries(patch.set)))
  const known = await registerData(projectId, { room, set })
  const name = changes.find(({ nameWhenMissing }) => nameWhenMissing)?.nameWhenMissing
  const isNameKnown = (await registerName(projectId, name)) !== null
  return changes.map((change, index) => {
    const patch = patches[index] ?? change.patch
    const fields = Object.entries(patch.set).filter(([key]) => Object.hasOwn(known, key))
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
    const changed = await tryToStore(set, () => storeTogether(traced), 1)
    changed.forEach(noteOwn)
    return changed
  } catch (error) {
    // A process that died may hold a contact for a minute: the changes of other contacts do not wait for it.
    if (isContention(error)) return storeByItself()
    throw error
  }
}

function exclusively<Result>({ changes }: ChangeSet, work: () => Promise<Result>): Promise<Result> {
  const [{ projectId, who } = { projectId: '', who: { id: '' } }, ...others] = changes
  if (others.length > 0) return limitProjects(projectId, work)
  return limitContacts(`${projectId}:${'id' in who ? who.id : who.email}`, work)
}

// The transaction belongs to no request.
function noteOwn({ contact, event, email }: ContactChanged): void {
  noteMade({ kind: 'contact', ids: [contact._id] })
  if (event) noteMade({ kind: 'event', ids: [event._id] })
  if (email) noteMade({ kind: 'email', ids: [email._id] })
}

const storeTogether = createGroupedTransaction<TracedSet, SetResult>(storeChangeSets, {
  // One depth, because an entry has one.
  keyOf: ({ changes }) => `${changes[0]?.projectId}:${changes[0]?.depth ?? 0}`,
  // Two transactions over one contact would abort each other.
  concurrencyPerKey: 1,
})

/** Whether a set has a transaction of its own, because it is large, or may fail for what others have stored. */
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
    // Another request created such a contact between the read and the insert: the next try changes it.
    if (tries >= MAX_TRIES) throw error
    return tryToStore(set, attempt, tries + 1)
  }
}
