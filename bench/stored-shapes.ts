/**
 * Everything that the benchmarks know about stored documents: the shapes that they insert by the million without the
 * API, and the states that show the end of work. After a change of the models, only this file follows.
 */
import { CampaignBatch } from '../models/campaign-batch.js'
import { Campaign } from '../models/campaign.js'
import { ContactCount, type ContactCountRecord } from '../models/contact-count.js'
import { Contact, type ContactRecord } from '../models/contact.js'
import { ALL_DAYS, DailyCount, dailyCountId, eventPartsId, type DailyCountRecord } from '../models/daily-count.js'
import { Content, type ContentRecord } from '../models/content.js'
import { domainOf } from '../models/domain/addresses.js'
import { partOf, QUARTERS } from '../models/domain/day-parts.js'
import { searchedBy } from '../models/domain/search-words.js'
import { LASTING_STATUSES, UNRESOLVED_STATUSES, type EmailStatus } from '../models/domain/email-status.js'
import { ENDED_STATUSES } from '../models/domain/execution-status.js'
import { Email, type EmailRecord } from '../models/email.js'
import { Event, type EventRecord } from '../models/event.js'
import { Execution, type ExecutionRecord } from '../models/execution.js'
import { Field } from '../models/field.js'
import { Outbox } from '../models/outbox-entry.js'
import { Segment } from '../models/segment.js'
import { newEmail } from '../models/new-email.js'
import { newId } from '../runtime/ids.js'
import type { MeasuringClient } from './measuring/measuring-client.js'

const INSERTED_TOGETHER = 5_000
const INSERTS_AT_ONCE = 2
const DAY_MS = 24 * 60 * 60 * 1_000
const DAYS = 30

/** A contact to insert; `n` makes its address, and what it has of the fields `firstName` and `plan`. */
export interface NewContact {
  projectId: string
  n: number
}

/** The address of the n-th inserted contact of a project. */
export function addressOf(n: number): string {
  return `c${n}@example.com`
}

/** Inserts so many subscribed contacts with two fields into an empty project, counters included. */
export async function insertContacts(projectId: string, count: number): Promise<void> {
  await insertAll(Contact.collection, count, (n) => contactDocument({ projectId, n }))
  await ContactCount.create({
    _id: projectId,
    projectId,
    contacts: count,
    subscribed: count,
  } satisfies ContactCountRecord)
  const fields = ['firstName', 'plan'].map((key) => ({ projectId, key, type: 'string' as const }))
  await Field.insertMany(fields)
}

/** Emails to insert, one for each inserted contact: a tenth belongs to a campaign, a hundredth has failed. */
export async function insertEmails(projectId: string, campaignId: string, count: number): Promise<void> {
  const contentId = newId()
  const expiresAt = new Date(Date.now() + DAYS * DAY_MS)
  const content: ContentRecord = {
    _id: contentId,
    projectId,
    subject: 'News',
    body: '<p>News</p>',
    translations: null,
    expiresAt,
  }
  await Content.create(content)
  await forContacts(projectId, count, (contact, n) => [
    [Email.collection, emailDocument({ projectId, campaignId, contentId, contact, n, of: count })],
  ])
}

/**
 * What happened in a project to insert, an event for each inserted contact: most are of emails, a tenth was tracked.
 * One contact in ten was in a workflow, of which one in a hundred failed and a tenth sleeps. The counters of the days
 * are those of so many.
 */
export async function insertActivity(projectId: string, count: number): Promise<void> {
  await forContacts(projectId, count, (contact, n) => {
    const at = timeOf(n, count)
    const event = eventDocument(projectId, contact._id, { n, at })
    if (n % 10 !== 0) return [[Event.collection, event]]
    const execution = executionDocument(projectId, contact._id, { n: n / 10, at })
    return [
      [Event.collection, event],
      [Execution.collection, execution],
    ]
  })
  await DailyCount.collection.insertMany(dailyCounts(projectId, count))
}

/** Inserts what belongs to each of the first contacts, in the order of their numbers. */
async function forContacts(
  projectId: string,
  count: number,
  documentsOf: (contact: Pick<ContactRecord, '_id' | 'email'>, n: number) => [to: Insertable, document: object][],
): Promise<void> {
  // The contacts are in the order of their numbers, because their ids are.
  let contacts: Pick<ContactRecord, '_id' | 'email'>[] = []
  for (let first = 0; first < count; first += INSERTED_TOGETHER) {
    const after = contacts.at(-1)?._id ?? ''
    contacts = await Contact.find({ projectId, _id: { $gt: after } }, { email: 1 })
      .sort({ _id: 1 })
      .limit(Math.min(INSERTED_TOGETHER, count - first))
      .lean()
    const documents = new Map<Insertable, object[]>()
    for (const [to, document] of contacts.flatMap((contact, place) => documentsOf(contact, first + place))) {
      documents.set(to, [...(documents.get(to) ?? []), document])
    }
    for (const [to, all] of documents) {
      await to.insertMany(all as never[], { ordered: false, writeConcern: { w: 1 } })
    }
  }
}

/** The moment of one of so many rows: the rows are spread evenly over the last days. */
function timeOf(n: number, of: number): Date {
  return new Date(Date.now() - (1 - n / of) * DAYS * DAY_MS)
}

/** A contact and the email to it, as inserted. */
export interface StoredSample {
  email: string
  contactId: string
  emailId: string
}

/** Contacts that are spread over an inserted project, with the id of the email to each. */
export async function sampleOf(projectId: string, size: number, samples: number): Promise<StoredSample[]> {
  const addresses = Array.from({ length: samples }, (_, n) => addressOf(Math.floor(((n + 0.5) / samples) * size)))
  const emails = await Email.find({ projectId, to: { $in: addresses } }, { to: 1, contactId: 1 }).lean()
  return emails.map(({ _id, to, contactId }) => ({ email: to, contactId, emailId: _id }))
}

function contactDocument({ projectId, n }: NewContact): ContactRecord {
  const now = new Date()
  const data = { firstName: `Name${n}`, plan: n % 3 === 0 ? 'pro' : 'free' }
  return {
    _id: newId(),
    projectId,
    email: addressOf(n),
    domain: domainOf(addressOf(n)),
    subscribed: true,
    snoozedUntil: null,
    data,
    ...searchedBy({ email: addressOf(n), data }),
    segments: [],
    createdAt: now,
    updatedAt: now,
  }
}

function emailDocument(of: {
  projectId: string
  campaignId: string
  contentId: string
  contact: Pick<ContactRecord, '_id' | 'email'>
  n: number
  of: number
}): EmailRecord {
  const { projectId, contentId, contact, n } = of
  const isOfCampaign = n % 10 === 0
  const status: EmailStatus = n % 100 === 1 ? 'FAILED' : n % 100 === 2 ? 'BOUNCED' : 'DELIVERED'
  const at = timeOf(n, of.of)
  const isSent = status !== 'FAILED'
  return newEmail({
    _id: newId(),
    projectId,
    contactId: contact._id,
    to: contact.email,
    from: 'news@example.com',
    subject: 'News',
    contentId,
    type: isOfCampaign ? 'MARKETING' : 'TRANSACTIONAL',
    sourceType: isOfCampaign ? 'CAMPAIGN' : 'TRANSACTIONAL',
    campaignId: isOfCampaign ? of.campaignId : null,
    status,
    error: isSent ? null : 'The provider refused it',
    messageId: isSent ? `message-${n}` : null,
    attempt: 1,
    claimedAt: at,
    sentAt: isSent ? at : null,
    deliveredAt: status === 'DELIVERED' ? at : null,
    bouncedAt: status === 'BOUNCED' ? at : null,
    createdAt: at,
  })
}

const EVENT_NAMES = ['email.sent', 'email.delivery', 'email.open', 'email.sent', 'email.delivery', 'email.click']

function eventDocument(projectId: string, contactId: string, { n, at }: { n: number; at: Date }): EventRecord {
  const isTracked = n % 10 === 1
  const name = isTracked ? `event ${n % 50}` : (EVENT_NAMES[n % EVENT_NAMES.length] ?? '')
  const data = isTracked ? { plan: 'pro' } : { subject: 'News', messageId: `message-${n}` }
  return { _id: newId(), projectId, contactId, emailId: null, name, data, depth: 0, createdAt: at }
}

function executionDocument(projectId: string, contactId: string, { n, at }: { n: number; at: Date }): ExecutionRecord {
  const status = n % 10 === 1 ? 'WAITING' : n % 100 === 2 ? 'FAILED' : 'COMPLETED'
  const _id = newId()
  return {
    _id,
    projectId,
    workflowId: projectId,
    workflowVersion: 1,
    contactId,
    status,
    currentStepId: null,
    sequence: 3,
    steps: [],
    stepStartedAt: at,
    rest: { at, eventIds: [] },
    cancellations: 0,
    exitReason: null,
    context: {},
    sourceEventId: null,
    depth: 0,
    startedAt: at,
    completedAt: status === 'WAITING' ? null : at,
    wakeAt: status === 'WAITING' ? new Date(at.getTime() + 2 * DAYS * DAY_MS) : null,
    temporalWorkflowId: `execution:${_id}`,
    createdAt: at,
    updatedAt: at,
  }
}

function dailyCounts(projectId: string, count: number): DailyCountRecord[] {
  const days = Array.from({ length: DAYS }, (_, n) =>
    timeOf(n, DAYS - 1)
      .toISOString()
      .slice(0, 10),
  )
  const ofDay = Math.ceil(count / DAYS)
  const names = Array.from({ length: 5 }, (_, n) => `event ${10 * n + 1}`)
  const ofName = Math.ceil(ofDay / 50)
  const events = Object.fromEntries(names.map((name) => [name, ofName]))
  const eventParts = Object.fromEntries(names.map((name) => [name, inParts(ofName)]))
  const emails = { sentTransactional: ofDay, delivered: ofDay, opened: Math.ceil(ofDay / 5) }
  const parts = { sent: inParts(ofDay), delivered: inParts(ofDay), opened: inParts(emails.opened) }
  const all = { _id: dailyCountId(projectId, ALL_DAYS), projectId, date: ALL_DAYS, emails }
  return days.reduce<DailyCountRecord[]>(
    (records, date) => [
      ...records,
      { _id: dailyCountId(projectId, date), projectId, date, emails, eventCount: ofDay, events, parts },
      { _id: eventPartsId(projectId, date), projectId, partsOf: date, eventParts },
    ],
    [all],
  )
}

/** A count of a day in every part of the day. */
function inParts(count: number): Record<string, number> {
  const begins = Array.from({ length: QUARTERS }, (_, quarter) => quarter).filter(
    (quarter) => partOf(quarter) === quarter,
  )
  return Object.fromEntries(begins.map((quarter) => [quarter, Math.ceil(count / begins.length)]))
}

interface Insertable {
  insertMany(documents: never[], options: object): Promise<unknown>
}

/** Inserts in groups through the driver, in the order of the numbers within a group. */
async function insertAll(collection: Insertable, count: number, documentOf: (n: number) => object): Promise<void> {
  let first = 0
  const work = async (): Promise<void> => {
    while (first < count) {
      const from = first
      first += INSERTED_TOGETHER
      const documents = Array.from({ length: Math.min(INSERTED_TOGETHER, count - from) }, (_, n) =>
        documentOf(from + n),
      )
      await collection.insertMany(documents as never[], { ordered: false, writeConcern: { w: 1 } })
    }
  }
  await Promise.all(Array.from({ length: INSERTS_AT_ONCE }, work))
}

// Statuses from which an email still moves by itself.
const OPEN_EMAIL: readonly EmailStatus[] = [...UNRESOLVED_STATUSES, 'SENT']

/** Whether an email of the project still waits for its sending or for the provider's notification. */
export async function hasOpenEmail(database: MeasuringClient, projectId: string): Promise<boolean> {
  const { name } = Email.collection
  // Both are counted from indexes, so that looking often costs the measured database little.
  const ended = LASTING_STATUSES.filter((status) => !OPEN_EMAIL.includes(status))
  const isEnded = { projectId, status: { $in: ended } }
  return (await database.count(name, { projectId })) > (await database.count(name, isEnded))
}

/** The ms of emails with a subject from their storing to their claim, and from the claim until they were sent. */
export async function stagesOf(
  projectId: string,
  subject: string,
): Promise<{ toClaimMs: number[]; toSentMs: number[] }> {
  const emails = await Email.find({ projectId, subject }, { createdAt: 1, claimedAt: 1, sentAt: 1 }).lean()
  const between = (from: Date | null, to: Date | null): number => (to?.getTime() ?? 0) - (from?.getTime() ?? 0)
  return {
    toClaimMs: emails.map(({ createdAt, claimedAt }) => between(createdAt, claimedAt)),
    toSentMs: emails.map(({ claimedAt, sentAt }) => between(claimedAt, sentAt)),
  }
}

/** Whether an email has come to its end: delivered, bounced or failed. */
export async function isEmailOver(database: MeasuringClient, _id: string, projectId: string): Promise<boolean> {
  const email = await database.findOne<{ status: EmailStatus }>(
    Email.collection.name,
    { _id, projectId },
    { status: 1 },
  )
  return email !== null && !OPEN_EMAIL.includes(email.status)
}

/** Whether the project has outbox entries that are not dispatched yet. */
export async function hasOutboxEntry(database: MeasuringClient, projectId: string): Promise<boolean> {
  return (await database.findOne(Outbox.collection.name, { projectId })) !== null
}

/** The number of executions of a workflow that have ended. */
export function countEnded(database: MeasuringClient, projectId: string, workflowId: string): Promise<number> {
  return database.count(Execution.collection.name, { projectId, workflowId, status: { $in: ENDED_STATUSES } })
}

/** The number of executions of a workflow that wait. */
export function countWaiting(database: MeasuringClient, projectId: string, workflowId: string): Promise<number> {
  return database.count(Execution.collection.name, { projectId, workflowId, status: 'WAITING' })
}

/** The length of the history in Temporal of one execution that has ended, by Temporal's web UI. */
export async function historyLength(temporalUi: string, projectId: string, workflowId: string): Promise<number> {
  const one = await Execution.findOne({ projectId, workflowId, status: 'EXITED' }).orFail().lean()
  const path = `/api/v1/namespaces/default/workflows/${encodeURIComponent(one.temporalWorkflowId)}`
  const response = await fetch(`${temporalUi}${path}`)
  const { workflowExecutionInfo } = (await response.json()) as { workflowExecutionInfo: { historyLength: string } }
  return Number(workflowExecutionInfo.historyLength)
}

/** The fields of a campaign by which its progress is seen. */
export interface CampaignProgress {
  status: string
  sentCount: number
  deliveredCount: number
  totalRecipients: number
  frozenAt: Date | null
  sentAt: Date | null
}

/** How far a campaign has come. */
export async function campaignProgress(database: MeasuringClient, _id: string): Promise<CampaignProgress> {
  const projection = { status: 1, sentCount: 1, deliveredCount: 1, totalRecipients: 1, frozenAt: 1, sentAt: 1 }
  const found = await database.findOne<CampaignProgress>(Campaign.collection.name, { _id }, projection)
  if (!found) throw new Error(`There is no campaign ${_id}`)
  return found
}

const JOINED_TOGETHER = 1_000

/** Puts so many inserted contacts into a static segment, spread over a project of this size. */
export async function joinSegment(
  projectId: string,
  segmentId: string,
  { size, members }: { size: number; members: number },
): Promise<void> {
  const addresses = Array.from({ length: members }, (_, n) => addressOf(Math.floor((n / members) * size)))
  for (let first = 0; first < members; first += JOINED_TOGETHER) {
    const email = { $in: addresses.slice(first, first + JOINED_TOGETHER) }
    await Contact.updateMany({ projectId, email }, { $push: { segments: segmentId } }, { timestamps: false })
  }
  await Segment.updateOne({ _id: segmentId, projectId }, { $set: { memberCount: members } })
}

/** Whether each contact in the audience of a campaign has an outcome. */
export async function isAudienceGone(database: MeasuringClient, campaignId: string): Promise<boolean> {
  return (await database.count(CampaignBatch.collection.name, { campaignId })) === 0
}
