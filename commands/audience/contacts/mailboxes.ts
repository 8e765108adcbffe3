import { createHmac } from 'node:crypto'
import type { ClientSession } from 'mongoose'
import type { ContactRecord } from '../../../models/contact.js'
import { normaliseAddress } from '../../../models/domain/addresses.js'
import { Mailbox, MAX_FORMER_CONTACTS, type MailboxRecord } from '../../../models/mailbox.js'
import type { OwnedWrite } from '../../../models/owned-model.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { mailboxKey } from '../../base/installation/mailbox-key.js'

/** The mailboxes that a transaction has read, by their normalised addresses. */
export type KnownMailboxes = ReadonlyMap<string, MailboxRecord>

/** A contact that a transaction writes, and how it was stored before. */
interface WrittenContact {
  contact: Pick<ContactRecord, '_id' | 'email' | 'optOut' | 'snoozedUntil'>
  stored: Pick<ContactRecord, 'email'> | null
}

/** The ids of mailboxes of a project by their normalised addresses. */
export async function mailboxIdsOf(projectId: string, addresses: readonly string[]): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map()
  const key = await mailboxKey()
  return new Map(
    addresses.map(normaliseAddress).map((address) => {
      const hash = createHmac('sha256', key).update(JSON.stringify([projectId, address]))
      return [address, hash.digest('base64url')]
    }),
  )
}

/** The records of mailboxes of a project that contacts have left. */
export async function findMailboxes(
  session: ClientSession | null,
  projectId: string,
  addresses: readonly string[],
): Promise<KnownMailboxes> {
  const found = await findMailboxesOf(session, new Map([[projectId, addresses]]))
  return found.get(projectId) ?? new Map()
}

/** The records of mailboxes that contacts have left, by the ids of their projects, in one query. */
export async function findMailboxesOf(
  session: ClientSession | null,
  wanted: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, KnownMailboxes>> {
  const projectIds = [...wanted].flatMap(([projectId, addresses]) => (addresses.length > 0 ? projectId : []))
  if (projectIds.length === 0) return new Map()
  const idsOf = new Map<string, Map<string, string>>()
  for (const projectId of projectIds) idsOf.set(projectId, await mailboxIdsOf(projectId, wanted.get(projectId) ?? []))
  const ids = [...idsOf.values()].flatMap((of) => [...of.values()])
  const found = await Mailbox.find({ _id: { $in: ids }, projectId: { $in: projectIds } }, {}, { session }).lean()
  const byId = new Map<string, MailboxRecord>(found.map((mailbox) => [mailbox._id, mailbox]))
  return new Map(
    [...idsOf].map(([projectId, of]) => {
      const known = [...of].flatMap(([address, id]) => {
        const mailbox = byId.get(id)
        return mailbox ? [[address, mailbox] as const] : []
      })
      return [projectId, new Map(known)]
    }),
  )
}

/** The opt-out of a mailbox without a contact; null where the person may be subscribed, also after a pause. */
export function optOutOf(
  mailbox: Pick<MailboxRecord, 'optOut' | 'snoozedUntil'> | undefined,
  now: Date,
): Pick<MailboxRecord, 'optOut' | 'snoozedUntil'> | null {
  const isOver = mailbox?.snoozedUntil && mailbox.snoozedUntil <= now
  return mailbox?.optOut && !isOver ? mailbox : null
}

/**
 * The writes that record, in the transaction that writes contacts, which mailboxes they leave and which known ones they
 * get. A contact leaves its mailbox when it is deleted or gets another address.
 */
export async function mailboxWrites(
  projectId: string,
  { left, entered }: { left: readonly WrittenContact[]; entered: readonly WrittenContact[] },
  known: KnownMailboxes,
): Promise<OwnedWrite<MailboxRecord>[]> {
  const updatedAt = databaseNow()
  const addresses = left.flatMap(({ stored }) => stored?.email ?? [])
  const ids = await mailboxIdsOf(projectId, addresses)
  const leaving = left.map(({ contact, stored }) => ({
    updateOne: {
      filter: { _id: ids.get(normaliseAddress(stored?.email ?? contact.email)), projectId },
      update: [{ $set: { ...stateOf(contact), contactIds: withFirst(contact._id), contactId: null, updatedAt } }],
      upsert: true,
    },
  }))
  const entering = entered.flatMap(({ contact }) => {
    const mailbox = known.get(normaliseAddress(contact.email))
    if (!mailbox) return []
    const update = { $set: { contactId: contact._id, updatedAt } }
    return [{ updateOne: { filter: { _id: mailbox._id, projectId }, update } }]
  })
  return [...leaving, ...entering]
}

/**
 * Sets the opt-out of mailboxes of a project without a contact, for the contact that will get one of them. The update
 * conflicts with a concurrent transaction that makes this contact.
 */
export async function setOptOut(
  session: ClientSession,
  mailboxes: readonly MailboxRecord[],
  state: Pick<MailboxRecord, 'optOut' | 'snoozedUntil'>,
): Promise<void> {
  const [{ projectId } = { projectId: '' }] = mailboxes
  if (mailboxes.length === 0) return
  const these = { _id: { $in: mailboxes.map(({ _id }) => _id) }, projectId }
  await Mailbox.updateMany(these, { $set: { ...state, updatedAt: databaseNow() } }, { session })
}

function stateOf({ optOut, snoozedUntil }: WrittenContact['contact']) {
  return { optOut: { $literal: optOut ?? null }, snoozedUntil }
}

/** The former contacts with this one first, as an expression on the stored ones. */
function withFirst(contactId: string) {
  const others = { $filter: { input: { $ifNull: ['$contactIds', []] }, cond: { $ne: ['$$this', contactId] } } }
  return { $slice: [{ $concatArrays: [[contactId], others] }, MAX_FORMER_CONTACTS] }
}
