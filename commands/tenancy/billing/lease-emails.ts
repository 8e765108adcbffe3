import { BILLING_CATEGORIES, monthOf, type BillingCategory, type BillingUsage } from '../../../models/domain/billing.js'
import { UsageTally, type LeasedBlock, type UsageTallyRecord } from '../../../models/usage-tally.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { retryOnDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { readUsage, readUsageAndWaiting } from './read-usage.js'

/** A tally: the emails of a category of a project in a month. */
export interface TallyKey {
  projectId: string
  category: BillingCategory
  /** The first moment of the month. */
  month: Date
}

/** A request for emails of a tally. */
export interface LeaseRequest {
  /** The id of the new block. */
  block: string
  limit: number
  /** How many emails wait for the lease, and how many of them are of use at least. */
  wanted: number
  least: number
  /** How many are leased at most, if the limit is far, for emails to come. */
  most: number
  /** The block of this process from before, and how many of its emails it gives back. */
  returned?: { block: string; emails: number } | undefined
  /** The last read of the counters that this process knows of. */
  knownRead?: KnownRead | undefined
}

/** A read of the counters: the database's time, and how long ago it is by `performance.now()`. */
export interface KnownRead {
  at: Date
  since: number
}

/** The outcome of a lease. */
export interface Leased {
  granted: number
  /** The emails of the tally after the lease, with those that are leased. */
  emails: number
  /** The emails of other blocks that their processes may still give back. */
  openElsewhere: number
  read: KnownRead
}

/** For how long a process may accept the emails of a block. */
export const LEASE_MS = 5_000

// The counters and the list of waiting emails show an accepted email at the latest after this time.
const SHOWN_AFTER_MS = 20_000
// The counters lack emails for longer, such as while Temporal is away.
const BEHIND_MS = 5_000
// A lease needs a read of the counters that is not older than this, near the limit and far from it.
const NEAR_FRESH_MS = 1_000
const FAR_FRESH_MS = 10_000
const NEAR_SHARE = 1 / 10
// A process leases this share of the emails left at most, if not more are wanted at once.
const BLOCK_SHARE = 1 / 100
// While some emails wait, the reads may miss others that are just being submitted: fewer than these.
const MOST_IN_SUBMISSION = 1_000
// `databaseNow` may be ahead of the database's clock by this much.
const CLOCK_TOLERANCE_MS = 1_000
// A read is repeated when the tally was made or deleted meanwhile.
const MOST_READS = 3

/** What the counters and the list of waiting emails say about a tally. */
interface Reading {
  usage: number
  waiting: number
  /** Whether the read lacks emails that were sent some time ago, or some of very many that wait. */
  isBehind: boolean
  /** The time of the tally's read before. */
  before: Date | null
  /** A time before the read began. */
  from: Date
}

/**
 * Leases emails of a tally that all processes share, as far as the limit leaves room; none if there are fewer than
 * `least`. The tally never has fewer emails than were accepted, so that the processes together never exceed the limit.
 */
export async function leaseEmails(key: TallyKey, { knownRead, returned, ...request }: LeaseRequest): Promise<Leased> {
  const readsFirst = knownRead !== undefined && performance.now() - knownRead.since > FAR_FRESH_MS
  let leased = await leaseWith(key, { ...request, returned }, readsFirst ? await readFor(key, knownRead.at) : null)
  for (let n = 0; n < MOST_READS && (!leased || leased.answer.isStale); n += 1) {
    const again = { ...request, returned: leased ? undefined : returned }
    const reading = await readFor(key, leased?.readAt ?? null)
    leased = await leaseWith(key, again, reading)
  }
  if (!leased) throw new Error('The tally of emails was deleted meanwhile')
  return outcomeOf(leased, request.block)
}

/** Notes that so many emails of a block were not accepted, and that the process may still accept others. */
export async function returnEmails(key: TallyKey, block: string, emails: number): Promise<void> {
  await UsageTally.updateOne(
    { ...filterOf(key), 'blocks._id': block },
    { $inc: { emails: -emails, 'blocks.$.emails': -emails }, $currentDate: { 'blocks.$.until': true } },
  )
}

/**
 * The emails of this month by category, as the counters and the tallies together show them. An email that failed is
 * taken out of the tally by later leases.
 */
export async function readTalliedUsage(projectId: string): Promise<BillingUsage> {
  const now = databaseNow()
  const { start: month } = monthOf(now)
  const _id = { $in: BILLING_CATEGORIES.map((category) => filterOf({ projectId, category, month })._id) }
  const [tallies, usage] = await Promise.all([
    UsageTally.find({ _id, projectId }, { emails: 1, blocks: 1 }).lean(),
    readUsage(projectId, now),
  ])
  const shownFrom = new Date(now.getTime() - SHOWN_AFTER_MS)
  const tallied = BILLING_CATEGORIES.map((category) => {
    const read = usage[category]
    const tally = tallies.find((each) => each._id === filterOf({ projectId, category, month })._id)
    if (!tally) return [category, read] as const
    const recent = emailsOf(tally.blocks.filter(({ until }) => until > shownFrom))
    const open = emailsOf(tally.blocks.filter(({ until }) => until > now))
    return [category, Math.max(read, Math.min(tally.emails - open, read + recent))] as const
  })
  return Object.fromEntries(tallied) as BillingUsage
}

/** Lets the next lease of each tally of a project read the counters first. */
export async function refreshTallies(projectId: string): Promise<void> {
  await UsageTally.updateMany({ projectId }, { $set: { readAt: new Date(0) } })
}

function filterOf({ projectId, category, month }: TallyKey): { _id: string; projectId: string } {
  return { _id: `${projectId}:${month.toISOString().slice(0, 7)}:${category}`, projectId }
}

async function readFor({ projectId, category, month }: TallyKey, before: Date | null): Promise<Reading> {
  const from = new Date(databaseNow().getTime() - CLOCK_TOLERANCE_MS)
  const { usage, waiting, lacksWaiting, uncountedSince } = await readUsageAndWaiting(projectId, month)
  const isBehind = lacksWaiting || (uncountedSince !== null && from.getTime() - uncountedSince.getTime() > BEHIND_MS)
  return { usage: usage[category], waiting: waiting[category], isBehind, before, from }
}

type Lease = Omit<LeaseRequest, 'knownRead'>

/** Leases emails by one command. Without a reading, a tally that does not exist yet is not made. */
async function leaseWith(key: TallyKey, lease: Lease, reading: Reading | null): Promise<UsageTallyRecord | null> {
  const { returned } = lease
  const update = () =>
    UsageTally.findOneAndUpdate(
      filterOf(key),
      [
        { $set: { blocks: { $ifNull: ['$blocks', []] }, endsAt: monthOf(key.month).end } },
        ...(returned ? [{ $set: withReturned(returned) }] : []),
        ...(reading ? [{ $set: withReading(reading) }] : []),
        { $set: { answer: answerTo(lease) } },
        { $set: withBlock(lease) },
      ],
      { upsert: reading !== null, returnDocument: 'after', updatePipeline: true },
    ).lean()
  return retryOnDuplicateKey(update)
}

function withReturned({ block, emails }: { block: string; emails: number }) {
  const isKnown = { $in: [block, '$blocks._id'] }
  const less = { _id: block, emails: { $subtract: ['$$each.emails', emails] }, until: '$$NOW' }
  return {
    emails: { $subtract: ['$emails', { $cond: [isKnown, emails, 0] }] },
    blocks: { $map: { input: '$blocks', as: 'each', in: { $cond: [{ $eq: ['$$each._id', block] }, less, '$$each'] } } },
  }
}

/**
 * Corrects a tally by a read. The read may lack the emails of recent blocks, and emails that are just being submitted
 * after they have waited. So the tally falls to the emails of the read plus those. It falls to the emails of the read
 * alone when two reads, with enough time between them for all submissions, have found no waiting email. The reads of
 * processes at the same time correct it once.
 */
function withReading({ usage, waiting, isBehind, before, from }: Reading) {
  const shownFrom = new Date(from.getTime() - SHOWN_AFTER_MS)
  const recent = { $filter: { input: '$blocks', as: 'each', cond: { $gt: ['$$each.until', shownFrom] } } }
  const isQuiet = waiting === 0 && !isBehind ? { $eq: [{ $size: recent }, 0] } : false
  const hadNoBlock = { $eq: [{ $size: '$blocks' }, 0] }
  const quietSince = { $ifNull: ['$quietSince', from] }
  const isSettled = { $and: [isQuiet, hadNoBlock, { $lte: [quietSince, shownFrom] }] }
  const known = { $add: [usage, { $sum: { $map: { input: recent, as: 'each', in: '$$each.emails' } } }] }
  const inSubmission = { $cond: [isSettled, 0, MOST_IN_SUBMISSION] }
  const lowered = isBehind ? '$emails' : { $min: ['$emails', { $add: [known, inSubmission] }] }
  // Fewer than were read: emails were accepted without a lease, such as before there was a limit.
  const corrected = { $cond: [{ $lt: ['$emails', usage] }, known, lowered] }
  const emails = { $cond: [{ $eq: [{ $ifNull: ['$emails', null] }, null] }, usage, corrected] }
  const isFirst = { $in: [{ $ifNull: ['$readAt', null] }, [null, before]] }
  const ifFirst = (value: unknown, field: string) => ({ $cond: [isFirst, value, field] })
  return {
    emails: ifFirst(emails, '$emails'),
    quietSince: ifFirst({ $cond: [isQuiet, { $cond: [hadNoBlock, quietSince, from] }, null] }, '$quietSince'),
    blocks: ifFirst(recent, '$blocks'),
    readAt: ifFirst('$$NOW', '$readAt'),
  }
}

function answerTo({ limit, wanted, least, most }: Lease) {
  const isNear = { $lt: ['$$left', limit * NEAR_SHARE] }
  const share = { $floor: { $multiply: ['$$left', BLOCK_SHARE] } }
  return {
    $let: {
      vars: { left: { $max: [0, { $subtract: [limit, '$emails'] }] } },
      in: {
        $let: {
          vars: {
            isStale: {
              $gt: [{ $subtract: ['$$NOW', '$readAt'] }, { $cond: [isNear, NEAR_FRESH_MS, FAR_FRESH_MS] }],
            },
            block: { $min: ['$$left', { $max: [wanted, { $min: [most, share] }] }] },
          },
          in: {
            granted: { $cond: [{ $or: ['$$isStale', { $lt: ['$$left', least] }] }, 0, '$$block'] },
            isStale: '$$isStale',
            at: '$$NOW',
          },
        },
      },
    },
  }
}

/** A block of exactly the wanted emails has nothing to give back, because they are accepted at once. */
function withBlock({ block, wanted }: Lease) {
  const granted = '$answer.granted'
  const until = { $cond: [{ $eq: [granted, wanted] }, '$$NOW', { $add: ['$$NOW', LEASE_MS] }] }
  const added = { $cond: [{ $gt: [granted, 0] }, [{ _id: block, emails: granted, until }], []] }
  return { emails: { $add: ['$emails', granted] }, blocks: { $concatArrays: ['$blocks', added] } }
}

function outcomeOf({ answer, emails, blocks, readAt }: UsageTallyRecord, block: string): Leased {
  const others = blocks.filter(({ _id }) => _id !== block)
  return {
    granted: answer.granted,
    emails,
    openElsewhere: emailsOf(others.filter(({ until }) => until > answer.at)),
    read: { at: readAt, since: performance.now() - (answer.at.getTime() - readAt.getTime()) },
  }
}

function emailsOf(blocks: readonly LeasedBlock[]): number {
  return blocks.reduce((sum, { emails }) => sum + emails, 0)
}
