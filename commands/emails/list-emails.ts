import { LASTING_STATUSES, type EmailStatus } from '../../models/domain/email-status.js'
import { ReceivedBody, type ReceivedBodyRecord } from '../../models/received-body.js'
import { notFound } from '../../models/domain/errors.js'
import { Email, type EmailRecord } from '../../models/email.js'
import { Event, type EventRecord } from '../../models/event.js'
import { countListed } from '../count-listed.js'
import { notOlderThan, olderThan } from '../newest-first.js'
import { spelledAs } from '../address-spellings.js'

/** A query for one page of a project's emails, newest first. */
export interface EmailListing {
  projectId: string
  status?: EmailStatus | undefined
  contactId?: string | undefined
  campaignId?: string | undefined
  /** The normalised address of the recipient. */
  to?: string | undefined
  after: { sortValue: Date; id: string } | null
  limit: number
}

const MAX_EVENTS = 1_000
const MAX_SCANNED = 10_000
const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const
// The order of events with the same time, such as those of one notification.
const ORDER = ['email.sent', 'email.delivery', 'email.open', 'email.click']

/** A page of emails. The next page begins after the place `last`; null at the end of the list. */
export interface EmailPage {
  emails: EmailRecord[]
  last: Pick<EmailRecord, '_id' | 'createdAt'> | null
  total: number
}

/**
 * One page of a project's emails. The emails are counted for the first page alone (`countListed`). No index holds the
 * statuses of a submission (SENDING, SENT). So a page of such a status scans a limited number of emails: it may be
 * short or empty, and the next page continues after the scanned ones.
 */
export async function listEmails(listing: EmailListing): Promise<EmailPage> {
  const { after, limit, status } = listing
  const filter = filterOf(listing)
  const isScanned = status !== undefined && !LASTING_STATUSES.includes(status)
  const range = after ? olderThan(after) : {}
  const end = isScanned ? await endOfScan({ ...filterOf({ ...listing, status: undefined }), ...range }) : null
  const withinScan = end ? notOlderThan({ sortValue: end.createdAt, id: end._id }) : {}
  const [found, total] = await Promise.all([
    Email.find({ ...filter, ...range, ...withinScan })
      .sort(NEWEST_FIRST)
      .limit(limit + 1)
      .lean(),
    after ? 0 : countEmails(listing),
  ])
  const emails = found.slice(0, limit)
  const last = found.length > limit ? (emails.at(-1) ?? null) : end
  return { emails, last, total }
}

/** The last email that a scan of a filter's emails reaches; null when the scan reaches the end. */
async function endOfScan(filter: object): Promise<Pick<EmailRecord, '_id' | 'createdAt'> | null> {
  return Email.findOne(filter, { createdAt: 1 })
    .sort(NEWEST_FIRST)
    .skip(MAX_SCANNED - 1)
    .lean()
}

async function countEmails(listing: EmailListing): Promise<number> {
  const { projectId, status, contactId, campaignId, to } = listing
  const isByStatusAlone = contactId === undefined && campaignId === undefined && to === undefined
  if (!isByStatusAlone || (status !== 'SENT' && status !== 'SENDING')) return countListed(Email, filterOf(listing))
  const sending = await countLatest(projectId, 'SENDING')
  if (status === 'SENDING') return sending
  const [all, lasting] = await Promise.all([
    countListed(Email, { projectId }),
    countListed(Email, { projectId, status: { $in: [...LASTING_STATUSES] } }),
  ])
  return Math.max(0, all - lasting - sending)
}

/** The number of emails with this status among the latest. */
async function countLatest(projectId: string, status: EmailStatus): Promise<number> {
  const [counted] = await Email.aggregate<{ count: number }>([
    { $match: { projectId } },
    { $sort: NEWEST_FIRST },
    { $limit: MAX_SCANNED },
    { $match: { status } },
    { $count: 'count' },
  ])
  return counted?.count ?? 0
}

/** An email and the first thousand of its events, in order. Throws RESOURCE_NOT_FOUND. */
export async function getEmail(
  projectId: string,
  emailId: string,
): Promise<{ email: EmailRecord; events: EventRecord[]; body: ReceivedBodyRecord | null }> {
  const [email, events] = await Promise.all([
    Email.findOne({ _id: emailId, projectId }).lean(),
    Event.find({ emailId, projectId }).sort({ createdAt: 1, _id: 1 }).limit(MAX_EVENTS).lean(),
  ])
  if (!email) throw notFound('email', emailId)
  const body = email.sourceType === 'INBOUND' ? await ReceivedBody.findOne({ _id: emailId, projectId }).lean() : null
  return { email, events: events.sort(byTimeAndName), body }
}

function byTimeAndName(a: EventRecord, b: EventRecord): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || rankOf(a) - rankOf(b)
}

function rankOf({ name }: EventRecord): number {
  const rank = ORDER.indexOf(name)
  return rank < 0 ? ORDER.length : rank
}

function filterOf({ projectId, status, contactId, campaignId, to }: EmailListing) {
  return {
    projectId,
    ...(status === undefined ? {} : { status }),
    ...(contactId === undefined ? {} : { contactId }),
    ...(campaignId === undefined ? {} : { campaignId }),
    ...(to === undefined ? {} : { to: spelledAs(to) }),
  }
}
