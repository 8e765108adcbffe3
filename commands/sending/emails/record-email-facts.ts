import type { ClientSession } from 'mongoose'
import type { SourceType } from '../../../models/domain/message-kinds.js'
import { deleteAttachments } from './attachments.js'
import { byShard } from '../../../models/by-shard.js'
import { Campaign } from '../../../models/campaign.js'
import type { EmailCounter } from '../../../models/daily-count.js'
import { receiptOf } from '../../../models/domain/campaign-receipt.js'
import { applyFact, type EmailFact, type FactEffect, type KnownEmail } from '../../../models/domain/email-facts.js'
import { groupBy } from '../../../models/domain/group-by.js'
import { statusUpdate, UNRESOLVED_STATUSES } from '../../../models/domain/email-status.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import { countEmail } from '../../../runtime/metrics/email.js'
import { countPlatformMail } from '../../../runtime/metrics/platform-mail.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { updateEach } from '../../../models/update-each.js'
import { countSentTemplates } from './count-sent-templates.js'
import {
  addToEvents,
  applyEngagement,
  eventIdOf,
  findEngagement,
  isEngagement,
  joinHits,
  type EngagementEffect,
  type StoredEngagement,
} from './engagement.js'
import type { TemplateLinks } from '../../../mail/links/template-links.js'
import { clicksToSetOff, countClick, type CampaignClick } from '../../base/counters/link-clicks.js'
import { findTemplateLinks } from './find-template-links.js'
import { countJudged, type SteppedEmail } from '../../base/counters/count-judged.js'
import { writeEvents, type EventDraft } from '../../base/events/write-events.js'
import { setOff } from '../../base/outbox/set-off.js'
import { campaignNumbersOf } from '../../base/references/campaign-numbers.js'
import { PLATFORM_PROJECT_ID } from '../../base/records/platform-project.js'
import { excludedHarms } from '../../tenancy/projects/excluded-harms.js'
import { countSoftBounce } from './count-soft-bounce.js'
import { suppressMailbox } from './suppress-mailbox.js'

// The fields of an email on which the effects of a fact depend. `to` is one of them, because the erasure of the
// recipient empties it.
const DECIDING_FIELDS = [
  'to',
  'status',
  'subject',
  'messageId',
  'sentAt',
  'deliveredAt',
  'openedAt',
  'clickedAt',
  'bouncedAt',
  'softBouncedAt',
  'complainedAt',
  'providerUnsubscribedAt',
  'opens',
  'clicks',
  'openEvents',
  'clickEvents',
  'machineOpenEvents',
  'machineClickEvents',
  'error',
] as const satisfies readonly (keyof KnownEmail | 'to')[]

const SENT_BY_SOURCE: Partial<Record<SourceType, EmailCounter>> = {
  TRANSACTIONAL: 'sentTransactional',
  CAMPAIGN: 'sentCampaign',
  WORKFLOW: 'sentWorkflow',
}
const DAILY: Partial<Record<FactEffect['counters'][number], EmailCounter>> = {
  deliveredCount: 'delivered',
  openedCount: 'opened',
  clickedCount: 'clicked',
  bouncedCount: 'bounced',
  complainedCount: 'complained',
}

// The fields of a campaign that count bounces and complaints by which it is not judged.
const EXCLUDED_FIELDS: Partial<Record<string, string>> = {
  bouncedCount: 'judgement.excluded.bounces',
  complainedCount: 'judgement.excluded.complaints',
}
const HARMS: ReadonlySet<string> = new Set(Object.keys(EXCLUDED_FIELDS))

interface Change {
  email: EmailRecord
  set: FactEffect['set']
  effects: (EngagementEffect & { fact: EmailFact })[]
  clicks: CampaignClick[]
}

/** The caller's copies of messages that it has claimed or read, by id. */
interface EmailCopies {
  claimed: ReadonlyMap<string, EmailRecord>
  read: ReadonlyMap<string, EmailRecord>
}

const NO_COPIES: EmailCopies = { claimed: new Map(), read: new Map() }

/**
 * Records facts about messages: their status and times, their events, the counters of their campaigns, and suppression
 * and unsubscription after a permanent bounce or a complaint. One transaction records all facts of a shard, so that
 * counters never differ from the emails that they count. Facts that are recorded already change nothing. The hits on
 * one link within a minute are one event, which counts them. Messages in `claimed` and `read` are not read again,
 * unless one of them has changed since.
 */
export async function recordEmailFacts(
  facts: EmailFact[],
  { claimed = [], read = [], ...options }: FactOptions = {},
): Promise<void> {
  const copies = { claimed: byId(claimed), read: byId(read) }
  for (const ofShard of byShard(facts)) {
    if (!(await record(ofShard, copies, options))) await record(ofShard, NO_COPIES, options)
  }
}

/** The caller's copies of messages, and options of the transaction. */
export interface FactOptions extends TransactionOptions {
  claimed?: readonly EmailRecord[]
  read?: readonly EmailRecord[]
}

interface TransactionOptions {
  /** The time limit when others lock the records. */
  timeLimitMs?: number
  /** Writes of the caller, for facts of one shard, which come first. If they throw, nothing is recorded. */
  withWrites?: (session: ClientSession) => Promise<void>
}

/** Records facts in one transaction. Returns false and records nothing when a message has changed since its copy. */
async function record(
  facts: EmailFact[],
  copies: EmailCopies,
  { timeLimitMs, withWrites }: TransactionOptions,
): Promise<boolean> {
  let changes: Change[] = []
  let isWritten = true
  await inTransaction(async (session) => {
    await withWrites?.(session)
    changes = await computeChanges(joinHits(facts), copies, session)
    isWritten = changes.length === 0 || (await writeChanges(changes, copies, session))
    if (!isWritten) await session.abortTransaction()
  }, timeLimitMs)
  if (!isWritten) return false
  count(changes)
  await dropAttachments(changes)
  return true
}

function count(changes: Change[]): void {
  for (const { email, effects } of changes) {
    for (const { fact, effect } of effects) {
      for (const counter of effect.counters) {
        const isSuppressed = fact.kind === 'suppressed' && counter === 'skippedCount'
        const kind = isSuppressed ? 'suppressed' : counter.replace('Count', '')
        countEmail(kind, email.sourceType)
        if (email.projectId === PLATFORM_PROJECT_ID) countPlatformMail(kind)
      }
    }
  }
}

async function computeChanges(facts: EmailFact[], copies: EmailCopies, session: ClientSession): Promise<Change[]> {
  const emails = new Map([
    ...(await readEmails(facts, copies, session)).map((email) => [email._id, email] as const),
    ...copies.claimed,
    ...copies.read,
  ])
  const engagement = await findEngagement(facts, session)
  const links = await findTemplateLinks(facts, emails)
  const changes = new Map<string, Change>()
  for (const fact of facts) {
    const email = emails.get(fact.emailId)
    if (email?.projectId !== fact.projectId) continue
    const change = changes.get(email._id) ?? { email, set: {}, effects: [], clicks: [] }
    const applied = apply(change.effects.length === 0 ? email : { ...email, ...change.set }, fact, engagement)
    if (!applied) continue
    change.set = { ...change.set, ...applied.effect.set }
    change.effects.push({ fact, ...applied })
    addClick(change, fact, { links: links.get(email.contentId), added: applied.added ?? 0 })
    changes.set(email._id, change)
  }
  return [...changes.values()]
}

function addClick(
  { email, set, clicks }: Change,
  fact: EmailFact,
  of: { links: TemplateLinks | undefined; added: number },
): void {
  const counted = countClick(fact, email, { ...of, followed: set.followedLinks ?? email.followedLinks })
  if (!counted) return
  clicks.push(counted.click)
  set.followedLinks = counted.followed
}

function apply(email: KnownEmail, fact: EmailFact, engagement: StoredEngagement): EngagementEffect | null {
  if (isEngagement(fact)) return applyEngagement(email, fact, engagement)
  const effect = applyFact(email, fact)
  return effect && { effect }
}

async function readEmails(
  facts: EmailFact[],
  { claimed, read }: EmailCopies,
  session: ClientSession,
): Promise<EmailRecord[]> {
  const missing = facts.filter(({ emailId }) => !claimed.has(emailId) && !read.has(emailId))
  if (missing.length === 0) return []
  const ids = missing.map(({ emailId }) => emailId)
  const projectIds = missing.map(({ projectId }) => projectId)
  return Email.find({ _id: { $in: ids }, projectId: { $in: projectIds } }, null, { session }).lean()
}

/** Writes everything that follows from facts. Returns false when a message has changed since its copy. */
async function writeChanges(changes: Change[], copies: EmailCopies, session: ClientSession): Promise<boolean> {
  const updates = changes.filter(({ set }) => Object.keys(set).length > 0)
  const hasUncheckedRead = changes.length > updates.length && changes.some(({ email }) => copies.read.has(email._id))
  if (hasUncheckedRead || !(await updateEmails(updates, copies, session))) return false
  const excluded = await excludedHarms(harmed(changes), session)
  await stepCounters(changes, excluded, session)
  await countSentTemplates(changes, session)
  // The outcome of a claim is the first fact of its message, so that no event of it is stored.
  const areNew = changes.every(({ email }) => copies.claimed.has(email._id))
  const numbers = await numbersOfCampaigns(changes)
  const events = changes.flatMap((change) => eventsOf(change, numbers))
  await writeEvents(events, session, { areNew })
  const eventUpdates = changes.flatMap(({ effects }) => effects.flatMap(({ update }) => update ?? []))
  await addToEvents(eventUpdates, session)
  for (const { email, effects, set } of changes) {
    for (const { effect } of effects) if (effect.suppress) await suppressMailbox(session, email, effect.suppress)
    const soft = effects.find(({ effect }) => effect.softBounce)?.effect.softBounce
    if (soft) await countSoftBounce(session, { ...email, ...sentAtOf(set) }, soft === 'vague')
  }
  const clicks = clicksToSetOff(changes.flatMap((change) => change.clicks))
  const stepped = changes.map((change) => steppedEmail(change, excluded))
  await setOff(session, ...countJudged(stepped), ...clicks)
  return true
}

function sentAtOf({ sentAt }: FactEffect['set']): { sentAt?: Date } {
  return sentAt ? { sentAt } : {}
}

function steppedEmail({ email, effects }: Change, excluded: ReadonlySet<string>): SteppedEmail {
  return { email, counters: effects.flatMap(({ effect }) => effect.counters), isExcluded: excluded.has(email._id) }
}

/** The emails with a bounce or a complaint, as they are after the changes. */
function harmed(changes: readonly Change[]): EmailRecord[] {
  return changes
    .filter(({ effects }) => effects.some(({ effect }) => effect.counters.some((counter) => HARMS.has(counter))))
    .map(({ email, set }) => ({ ...email, ...sentAtOf(set) }))
}

/** Updates emails. Returns false when a message has changed since its copy. */
async function updateEmails(updates: Change[], copies: EmailCopies, session: ClientSession): Promise<boolean> {
  if (updates.length === 0) return true
  const updatedAt = new Date()
  const { matchedCount } = await updateEach(
    Email,
    updates.map(({ email, set }) => ({
      filter: { _id: email._id, projectId: email.projectId, ...unchangedSince(email, copies) },
      update: updateOf(set, updatedAt),
    })),
    session,
  )
  return matchedCount === updates.length
}

function updateOf({ status, ...set }: FactEffect['set'], updatedAt: Date): object {
  const { $set = {}, $unset = {} } = status ? statusUpdate(status) : {}
  return { $set: { ...set, ...$set, updatedAt }, ...(Object.keys($unset).length > 0 ? { $unset } : {}) }
}

/** The filter that matches a message only if the changes that were computed from its copy are still right. */
function unchangedSince(email: EmailRecord, { claimed, read }: EmailCopies): object {
  if (claimed.has(email._id)) return { status: 'SENDING', attempt: email.attempt }
  if (!read.has(email._id)) return {}
  return Object.fromEntries(DECIDING_FIELDS.map((field) => [field, email[field] ?? null]))
}

function byId(emails: readonly EmailRecord[]): ReadonlyMap<string, EmailRecord> {
  return new Map(emails.map((email) => [email._id, email]))
}

async function stepCounters(changes: Change[], excluded: ReadonlySet<string>, session: ClientSession): Promise<void> {
  const steps = new Map<string, { projectId: string; inc: Record<string, number> }>()
  for (const { email, effects } of changes) {
    if (!email.campaignId) continue
    const step = steps.get(email.campaignId) ?? { projectId: email.projectId, inc: {} }
    for (const { effect } of effects) {
      for (const counter of effect.counters) step.inc[counter] = (step.inc[counter] ?? 0) + 1
      for (const counter of effect.takenBack ?? []) step.inc[counter] = (step.inc[counter] ?? 0) - 1
      for (const counter of excluded.has(email._id) ? effect.counters : []) {
        const field = EXCLUDED_FIELDS[counter]
        if (field) step.inc[field] = (step.inc[field] ?? 0) + 1
      }
    }
    steps.set(email.campaignId, step)
  }
  for (const [campaignId, { projectId, inc }] of steps) {
    if (Object.keys(inc).length === 0) continue
    // An action of a recipient does not change `updatedAt` of the campaign.
    await Campaign.updateOne({ _id: campaignId, projectId }, { $inc: inc }, { session, timestamps: false })
  }
}

/** The numbers of the campaigns of emails, by their ids. Campaigns have other ids in each project. */
async function numbersOfCampaigns(changes: readonly Change[]): Promise<ReadonlyMap<string, number>> {
  const numbers = new Map<string, number>()
  const ofCampaigns = changes.filter(({ email }) => email.sourceType === 'CAMPAIGN')
  for (const [projectId, of] of groupBy(ofCampaigns, ({ email }) => email.projectId)) {
    const ids = of.flatMap(({ email: { campaignId } }) => campaignId ?? [])
    for (const [id, number] of await campaignNumbersOf(projectId, ids)) numbers.set(id, number)
  }
  return numbers
}

function eventsOf({ email, effects, set }: Change, numbers: ReadonlyMap<string, number>): EventDraft[] {
  const about = {
    emailId: email._id,
    subject: set.subject ?? email.subject,
    from: email.from,
    fromName: email.fromName,
    to: email.to,
    messageId: set.messageId ?? email.messageId,
    templateId: email.templateId,
    campaignId: email.campaignId,
    workflowId: email.workflowId,
    sourceType: email.sourceType,
    sentAt: set.sentAt ?? email.sentAt,
  }
  const receipt = receiptIn({ email, set }, numbers)
  return effects.flatMap(({ fact, effect, hitKeys }) =>
    effect.events.map(({ name, data, activity, isSilent = false }, index) => ({
      id: eventIdOf(fact, name),
      projectId: email.projectId,
      contactId: email.contactId || null,
      emailId: email._id,
      name,
      data: { ...about, ...(email.to === '' ? withoutTexts(data) : data) },
      depth: email.depth,
      ...(activity ? { activity } : {}),
      ...(receipt && !isSilent ? { receipt } : {}),
      counted: index === 0 ? countedBy(email, effect) : [],
      origins: { campaignId: email.campaignId, templateId: email.templateId, workflowId: email.workflowId },
      // The keys belong to the last event. An email that was not recorded as sent has the event of the send first.
      ...(hitKeys && index === effect.events.length - 1 ? { hitKeys } : {}),
      // A test message starts no workflow, and is no activity of its contact.
      isSilent: isSilent || email.sourceType === 'TEST',
    })),
  )
}

/** The contact's new receipt of its campaign email; undefined when it does not change. */
function receiptIn(
  { email, set }: Pick<Change, 'email' | 'set'>,
  numbers: ReadonlyMap<string, number>,
): EventDraft['receipt'] {
  const { campaignId, sourceType } = email
  if (!campaignId || sourceType !== 'CAMPAIGN') return undefined
  const campaignNumber = numbers.get(campaignId)
  const receipt = receiptOf({ ...email, ...set })
  return campaignNumber === undefined || receipt === receiptOf(email) ? undefined : { campaignNumber, receipt }
}

// An email without an address was erased with its contact. Later data, such as the clicked link, may name the contact
// and is left out.
function withoutTexts({ link: _link, reason: _reason, ...data }: Record<string, unknown>): Record<string, unknown> {
  return data
}

// The daily counters of an effect. Analytics does not count skipped and suppressed messages.
function countedBy({ sourceType }: EmailRecord, { counters }: FactEffect): EmailCounter[] {
  if (sourceType === 'TEST') return []
  return counters.flatMap((counter) => (counter === 'sentCount' ? SENT_BY_SOURCE[sourceType] : DAILY[counter]) ?? [])
}

// The recipients of one request share its files. The last message to get an outcome removes them.
async function dropAttachments(changes: Change[]): Promise<void> {
  const completed = changes.filter(({ email, set }) => set.status && UNRESOLVED_STATUSES.includes(email.status))
  const projectOf = new Map(
    completed.flatMap(({ email }) => email.attachments.map(({ fileId }) => [fileId, email.projectId] as const)),
  )
  for (const [fileId, projectId] of projectOf) {
    const unresolved = { projectId, 'attachments.fileId': fileId, status: { $in: UNRESOLVED_STATUSES } }
    const needed = await Email.exists(unresolved)
    if (!needed) await deleteAttachments(projectId, [fileId])
  }
}
