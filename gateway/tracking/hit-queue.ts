import { engagementKey, type EngagementFact } from '../../models/domain/email-facts.js'
import { addHits } from '../../models/domain/hits.js'
import { countDroppedHit } from '../../runtime/metrics/email.js'
import { factOf, type Hit } from './hit.js'
import { createHitNumbers, type HitNumbers } from './number-hits.js'
import type { SpoolFile } from './spool-file.js'
import type { Spool } from './spool.js'

/** Unrecorded hits that will be one event. */
export interface QueuedHits {
  fact: EngagementFact
  /** How many of the hits are in each spool file. */
  files: Map<SpoolFile, number>
  /** How many of the hits are in no file. */
  unspooled: number
  /** How often it failed to record these hits in a batch of their hitsOfProject. */
  attemptsAlone: number
}

/**
 * Unrecorded hits: all of them in the spool, and as many in memory as fit. The hits of one future event take the room
 * of one. Projects are served round-robin, and a project has at most as much room as is free for others.
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
  readonly #limit: number
  readonly #numbers: HitNumbers

  constructor({ spool, limit, maxHitsPerMinute }: { spool: Spool | null; limit: number; maxHitsPerMinute: number }) {
    this.#spool = spool
    this.#limit = limit
    this.#numbers = createHitNumbers(maxHitsPerMinute)
  }

  /** How many future events are in memory and not in the current batch. */
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
    const fact = factOf(numbered)
    if (!this.#isClosed && this.#hasRoom(fact)) this.#join(queued(fact, file))
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

  /** Takes a batch of up to `count` future events, and reads from the spool if memory has fewer. */
  async takeBatch(count: number): Promise<readonly QueuedHits[]> {
    while (this.#size < count && !this.#isReadingStopped) {
      const read = await this.#spool?.readBack()
      if (!read) break
      for (const hit of read.hits) this.#join(queued(factOf(hit), read.file))
    }
    this.#batch = []
    while (this.#batch.length < count) {
      const next = this.#next()
      if (!next) break
      this.#batch.push(next)
    }
    return this.#batch
  }

  /** Removes the hits of the batch for good, because they are recorded or given up. */
  complete(): void {
    for (const { files } of this.#batch) for (const [file, count] of files) file.complete(count)
    this.#batch = []
  }

  /** Puts the hits of the batch at the end of their projects' queues. */
  putBack(): void {
    if (!this.#isClosed) for (const hits of this.#batch) this.#join(hits)
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

  #hasRoom(fact: EngagementFact): boolean {
    const hitsOfProject = this.#projects.get(fact.projectId)
    return hitsOfProject?.has(nameOf(fact)) || (hitsOfProject?.size ?? 0) < this.#limit - this.#size
  }

  #join(added: QueuedHits): void {
    const { projectId } = added.fact
    const hitsOfProject = this.#projects.get(projectId) ?? new Map<string, QueuedHits>()
    this.#projects.set(projectId, hitsOfProject)
    const name = nameOf(added.fact)
    const before = hitsOfProject.get(name)
    if (before) joinInto(before, added)
    else {
      hitsOfProject.set(name, added)
      this.#size += 1
    }
  }

  #next(): QueuedHits | null {
    for (const [projectId, hitsOfProject] of this.#projects) {
      for (const [name, hits] of hitsOfProject) {
        hitsOfProject.delete(name)
        this.#size -= 1
        this.#projects.delete(projectId)
        if (hitsOfProject.size > 0) this.#projects.set(projectId, hitsOfProject)
        return hits
      }
    }
    return null
  }
}

function queued(fact: EngagementFact, file: SpoolFile | null): QueuedHits {
  return { fact, files: new Map(file ? [[file, 1]] : []), unspooled: file ? 0 : 1, attemptsAlone: 0 }
}

function nameOf(fact: EngagementFact): string {
  return `${fact.emailId}:${engagementKey(fact)}`
}

function joinInto(into: QueuedHits, { fact, files, unspooled, attemptsAlone }: QueuedHits): void {
  const at = fact.at < into.fact.at ? fact.at : into.fact.at
  into.fact = { ...into.fact, at, hits: addHits(into.fact.hits ?? [], fact.hits ?? []).hits }
  for (const [file, count] of files) into.files.set(file, (into.files.get(file) ?? 0) + count)
  into.unspooled += unspooled
  into.attemptsAlone = Math.max(into.attemptsAlone, attemptsAlone)
}
