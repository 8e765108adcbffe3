import { setTimeout as delay } from 'node:timers/promises'
import { engagementKey, type EngagementFact } from '../../models/domain/email-facts.js'
import { addHits } from '../../models/domain/hits.js'
import { countDroppedHit } from '../../runtime/metrics/email.js'
import { factOf, type Hit, type NumberedHit, type Sending } from './hit.js'
import type { HitJudge, Settling } from './hit-judge.js'
import { createHitNumbers, type HitNumbers } from './number-hits.js'
import type { SpoolFile } from './spool-file.js'
import type { Spool } from './spool.js'

/** Unrecorded hits on one link or the pixel, of one user agent within a moment. They will be part of one event. */
export interface QueuedHits {
  fact: EngagementFact
  /** How the first of the hits was sent. */
  sending: Sending
  /** When it can be known whether a person has sent the hits. */
  settling: Settling
  /** How many of the hits are in each spool file. */
  files: Map<SpoolFile, number>
  /** How many of the hits are in no file. */
  unspooled: number
  /** How often it failed to record these hits in a batch of their own. */
  attemptsAlone: number
}

// A flood of hits on one link takes few places, and the time of each hit remains known well enough to be judged.
const MOMENT_MS = 200
// Hits settle some seconds after they came.
const SETTLING_PAUSE_MS = 100
const SETTLED: Settling = { isSettled: true }

/** What a queue needs and its limits; without a `judge`, hits are taken at once. */
export interface HitQueueOptions {
  spool: Spool | null
  judge: HitJudge | null
  limit: number
  maxHitsPerMinute: number
}

/**
 * Unrecorded hits: all of them in the spool, and as many in memory as fit. The hits of one user agent on one link
 * within a moment take the room of one. Projects are served round-robin, and a project has at most as much room as is
 * free for others.
 */
export class HitQueue {
  // The projects in the order of service, each with its oldest hits first.
  readonly #projects = new Map<string, Map<string, QueuedHits>>()
  #size = 0
  #batch: QueuedHits[] = []
  #dropped = 0
  #isReadingStopped = false
  #isClosed = false
  readonly #spool: Spool | null
  readonly #judge: HitJudge | null
  readonly #limit: number
  readonly #numbers: HitNumbers

  constructor({ spool, judge, limit, maxHitsPerMinute }: HitQueueOptions) {
    this.#spool = spool
    this.#judge = judge
    this.#limit = limit
    this.#numbers = createHitNumbers(maxHitsPerMinute)
  }

  /** How many places are taken in memory, those of the current batch not included. */
  get size(): number {
    return this.#size
  }

  /**
   * Adds a hit. The hit is dropped and counted by a metric if its message has reached the limit of a minute, or if
   * there is no room on disk or in memory.
   */
  add(hit: Hit): void {
    const numbered = this.#numbers.number(hit)
    if (!numbered) return countDroppedHit('message')
    const file = this.#spool?.append(numbered) ?? null
    if (!this.#isClosed && this.#hasRoom(numbered)) this.#add(numbered, file)
    else if (file) file.evict()
    else {
      this.#dropped += 1
      countDroppedHit('room')
    }
  }

  /**
   * Frees the memory of earlier minutes and takes over the files of ended gateways; returns whether the spool has
   * unread hits.
   */
  tidy(): boolean {
    this.#numbers.purge()
    this.#spool?.takeOver()
    return this.#spool?.hasUnread ?? false
  }

  /**
   * Takes a batch of up to `count` places that are settled; waits for the first to settle. Reads from the spool while
   * memory has room. The batch is empty when nothing is left.
   */
  async takeBatch(count: number): Promise<readonly QueuedHits[]> {
    for (;;) {
      await this.#readBack(Math.max(count, this.#limit / 2))
      this.#batch = this.#takeSettled(count)
      if (this.#batch.length > 0 || this.#size === 0) return this.#batch
      await delay(SETTLING_PAUSE_MS)
    }
  }

  /** Removes the hits of the batch for good, because they are recorded or given up. */
  complete(): void {
    for (const { files } of this.#batch) for (const [file, count] of files) file.complete(count)
    this.#batch = []
  }

  /** Puts the hits of the batch at the end of their projects' queues. */
  putBack(): void {
    if (!this.#isClosed) for (const hits of this.#batch) this.#join(nameOf(hits), hits)
    this.#batch = []
  }

  /** Stops reading from the spool. */
  stopReading(): void {
    this.#isReadingStopped = true
  }

  /** Empties memory for good; returns how many hits are lost because they are in no file. */
  close(): number {
    const waiting = [...this.#projects.values()].flatMap((ofProject) => [...ofProject.values()])
    const lost = [...waiting, ...this.#batch].reduce((sum, { unspooled }) => sum + unspooled, 0)
    this.#isClosed = true
    this.#projects.clear()
    this.#size = 0
    return lost + this.drainDropped()
  }

  /** How many hits were dropped for lack of room since the last call. */
  drainDropped(): number {
    const dropped = this.#dropped
    this.#dropped = 0
    return dropped
  }

  #hasRoom(hit: NumberedHit): boolean {
    const hitsOfProject = this.#projects.get(hit.projectId)
    const name = nameOf({ fact: factOf(hit), sending: hit })
    return hitsOfProject?.has(name) || (hitsOfProject?.size ?? 0) < this.#limit - this.#size
  }

  #add(hit: NumberedHit, file: SpoolFile | null): void {
    const fact = factOf(hit)
    const { at, isMachine, agent, isProbe } = hit
    const sending = { at, isMachine, agent, isProbe }
    const name = nameOf({ fact, sending })
    const isAlone = !this.#projects.get(hit.projectId)?.has(name)
    const settling = isAlone ? (this.#judge?.begin({ fact, sending }) ?? SETTLED) : SETTLED
    const files = new Map(file ? [[file, 1]] : [])
    this.#join(name, { fact, sending, settling, files, unspooled: file ? 0 : 1, attemptsAlone: 0 })
  }

  #join(name: string, added: QueuedHits): void {
    const { projectId } = added.fact
    const hitsOfProject = this.#projects.get(projectId) ?? new Map<string, QueuedHits>()
    this.#projects.set(projectId, hitsOfProject)
    const before = hitsOfProject.get(name)
    if (before) joinInto(before, added)
    else {
      hitsOfProject.set(name, added)
      this.#size += 1
    }
  }

  async #readBack(upTo: number): Promise<void> {
    while (this.#size < upTo && !this.#isReadingStopped) {
      const read = await this.#spool?.readBack()
      if (!read) return
      for (const hit of read.hits) this.#add(hit, read.file)
    }
  }

  /** The oldest settled hits of the projects in turn. */
  #takeSettled(count: number): QueuedHits[] {
    const taken: QueuedHits[] = []
    // A project that gave hits goes behind the others, where the loop meets it again.
    for (const [projectId, hitsOfProject] of this.#projects) {
      if (taken.length >= count) break
      const [oldest] = hitsOfProject
      if (!oldest?.[1].settling.isSettled) continue
      const [name, hits] = oldest
      taken.push(hits)
      hitsOfProject.delete(name)
      this.#size -= 1
      this.#projects.delete(projectId)
      if (hitsOfProject.size > 0) this.#projects.set(projectId, hitsOfProject)
    }
    return taken
  }
}

function nameOf({ fact, sending }: Pick<QueuedHits, 'fact' | 'sending'>): string {
  const moment = Math.floor(sending.at.getTime() / MOMENT_MS)
  return `${fact.emailId}:${engagementKey(fact)}:${sending.agent}:${sending.isProbe}:${moment}`
}

function joinInto(into: QueuedHits, { fact, files, unspooled, attemptsAlone }: QueuedHits): void {
  const at = fact.at < into.fact.at ? fact.at : into.fact.at
  into.fact = { ...into.fact, at, hits: addHits(into.fact.hits ?? [], fact.hits ?? []).hits }
  for (const [file, count] of files) into.files.set(file, (into.files.get(file) ?? 0) + count)
  into.unspooled += unspooled
  into.attemptsAlone = Math.max(into.attemptsAlone, attemptsAlone)
}
