import type { ClientSession } from 'mongoose'
import { byShard } from '../../../models/by-shard.js'
import { engagementKey, type EngagementFact, type EngagementHits } from '../../../models/domain/email-facts.js'
import { groupBy } from '../../../models/domain/group-by.js'
import { Hit, type HitRecord } from '../../../models/hit.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { judgeHits, onEmailsOf, SETTLED_AFTER_MS } from './near-clicks.js'
import { recordEmailFacts } from './record-email-facts.js'

const MAX_HITS = 1_000
const MAX_ORPHANS = 5_000
// The longest time for which a gateway may repeat an insert after others have counted its hits.
const KEPT_MS = 60 * 60_000

/** An email of which hits are to be counted, from a time on. */
export interface EmailHit {
  projectId: string
  emailId: string
  at: Date
}

/** Another process has counted some of the hits meanwhile. */
export class HitsCountedError extends Error {}

/** The time of `expiresAt` for hits that are counted now. */
export function hitsExpireAt(): Date {
  return new Date(databaseNow().getTime() + KEPT_MS)
}

/**
 * Counts hits on emails whose sender can be known by now: judges who has sent them, and records them as opens and
 * clicks in the transaction that marks them as counted. Returns whether hits are left for another call. Throws
 * `HitsCountedError` when another process counts some of them at the same time.
 */
export async function countHits(emails: readonly EmailHit[], options: CountOptions = {}): Promise<boolean> {
  let areLeft = false
  for (const ofShard of byShard(emails)) {
    if (await countOfShard(ofShard, options)) areLeft = true
  }
  return areLeft
}

interface CountOptions {
  settledAfterMs?: number
  timeLimitMs?: number
}

async function countOfShard(
  emails: readonly EmailHit[],
  { settledAfterMs = SETTLED_AFTER_MS, ...options }: CountOptions,
): Promise<boolean> {
  const hits = await findUncounted(emails, settledAfterMs)
  if (hits.length === 0) return false
  const facts = factsOf(hits, await findMachines(hits))
  await recordEmailFacts(facts, { ...options, withWrites: (session) => markCounted(hits, session) })
  return hits.length === MAX_HITS
}

/** Marks the hits of an email as counted, although they are not, because recording them fails for ever. */
export async function giveUpHits(email: EmailHit): Promise<void> {
  await markCounted(await findUncounted([email], 0))
}

/** Hits that no process has counted, older than a time. */
export async function findUncountedHits(olderThanMs: number): Promise<EmailHit[]> {
  const at = { $lte: new Date(databaseNow().getTime() - olderThanMs) }
  const filter = acrossProjects({ expiresAt: null, at }, 'the hits that ended gateways of all projects have left')
  return Hit.find(filter, { _id: 0, projectId: 1, emailId: 1, at: 1 }).limit(MAX_ORPHANS).lean()
}

/** The uncounted hits of emails, the oldest first, as opens and clicks are recorded in order. */
async function findUncounted(emails: readonly EmailHit[], settledAfterMs: number): Promise<HitRecord[]> {
  const $gte = new Date(Math.min(...emails.map(({ at }) => at.getTime())))
  const $lte = new Date(databaseNow().getTime() - settledAfterMs)
  const filter = { ...onEmailsOf(emails), at: { $gte, $lte }, expiresAt: null }
  const hits = await Hit.find(filter).limit(MAX_HITS).lean()
  return hits.toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

/** The hits of machines: by what the request itself shows, or else by the clicks near it. */
async function findMachines(hits: readonly HitRecord[]): Promise<ReadonlySet<HitRecord>> {
  const unknown = hits.filter(({ isMachine }) => !isMachine)
  const isOfMachine = await judgeHits(unknown)
  return new Set(hits.filter((hit) => hit.isMachine || isOfMachine[unknown.indexOf(hit)]))
}

/** One open or click for all hits that share an event. */
function factsOf(hits: readonly HitRecord[], machines: ReadonlySet<HitRecord>): EngagementFact[] {
  const facts = hits.map((hit) => factOf(hit, machines.has(hit)))
  const byEvent = groupBy(facts, (fact) => `${fact.emailId}:${engagementKey(fact)}`)
  return [...byEvent.values()].flatMap(([first, ...others]) => {
    const count = others.reduce((sum, { hits }) => sum + hits.count, first?.hits.count ?? 0)
    return first ? [{ ...first, hits: { count, keys: [] } }] : []
  })
}

function factOf(hit: HitRecord, isMachine: boolean): EngagementFact & { hits: EngagementHits } {
  const { _id: key, projectId, emailId, at, link = '', count } = hit
  const about = { projectId, emailId, key, at, messageId: null, isMachine, hits: { count, keys: [] } }
  return hit.kind === 'clicked' ? { ...about, kind: 'clicked', link } : { ...about, kind: 'opened' }
}

// The links may name a person, and are needed no more.
async function markCounted(hits: readonly HitRecord[], session?: ClientSession): Promise<void> {
  const { projectId } = onEmailsOf(hits)
  const filter = { _id: { $in: hits.map(({ _id }) => _id) }, projectId, expiresAt: null }
  const update = { $set: { expiresAt: hitsExpireAt() }, $unset: { link: 1 as const } }
  const { modifiedCount } = await Hit.updateMany(filter, update, session ? { session } : {})
  if (modifiedCount < hits.length) throw new HitsCountedError('Other processes count these hits')
}
