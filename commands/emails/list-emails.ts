import type { EmailStatus } from '../../models/domain/email-status.js'
import { notFound } from '../../models/domain/errors.js'
import { Email, type EmailRecord } from '../../models/email.js'
import { Event, type EventRecord } from '../../models/event.js'
import { MAX_TOTAL, olderThan } from '../newest-first.js'

/** A query for one page of a project's emails, newest first. */
export interface EmailListing {
  projectId: string
  status?: EmailStatus | undefined
  contactId?: string | undefined
  campaignId?: string | undefined
  /** Trimmed and lower-cased. */
  to?: string | undefined
  after: { sortValue: Date; id: string } | null
  limit: number
}

const MAX_EVENTS = 1_000
// The facts of one notification are stored with the same time.
const ORDER = ['email.sent', 'email.delivery', 'email.open', 'email.click']

/** One page of a project's emails; they are counted on the first page alone, up to a million. */
export async function listEmails(
  listing: EmailListing,
): Promise<{ emails: EmailRecord[]; hasMore: boolean; total: number }> {
  const { after, limit } = listing
  const filter = filterOf(listing)
  const [found, total] = await Promise.all([
    Email.find({ ...filter, ...(after ? olderThan(after) : {}) })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit + 1)
      .lean(),
    after ? 0 : Email.countDocuments(filter).limit(MAX_TOTAL),
  ])
  return { emails: found.slice(0, limit), hasMore: found.length > limit, total }
}

/** An email and the first thousand of its events, in their order. Throws RESOURCE_NOT_FOUND. */
export async function getEmail(
  projectId: string,
  emailId: string,
): Promise<{ email: EmailRecord; events: EventRecord[] }> {
  const [email, events] = await Promise.all([
    Email.findOne({ _id: emailId, projectId }).lean(),
    Event.find({ emailId, projectId }).sort({ createdAt: 1, _id: 1 }).limit(MAX_EVENTS).lean(),
  ])
  if (!email) throw notFound('email', emailId)
  return { email, events: events.sort(byTimeAndName) }
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
    ...(to === undefined ? {} : { to }),
  }
}
