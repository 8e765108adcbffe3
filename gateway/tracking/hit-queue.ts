import { engagementKey, type EngagementFact } from '../../models/domain/email-facts.js'
import { addHits } from '../../models/domain/hits.js'
import { countDroppedHit } from '../../runtime/metrics/email.js'
import { factOf, type Hit } from './hit.js'
import { createHitNumbers, type HitNumbers } from './number-hits.js'
import type { SpoolFile } from './spool-file.js'
import type { Spool } from './spool.js'

/** Hits that will be one event, and that are not recorded yet. */
export interface QueuedHits {
  fact: EngagementFact
  /** How many of them each spool file holds. */
  files: Map<SpoolFile, number>
  /** How many of them no file holds. */
  unspooled: number
  /** How often recording them alone failed. */
  attemptsAlone: number
}

/**
 * Hits that are not recorded yet: all of them in the spool, and in memory as many as there is room for. Those that will be
 * one event take the room of one. The projects take turns, and a project has at most as much room as is left for others.
 */
export class HitQueue {
  // The projects in the order of their turns, each with its oldest hits first.
  readonly #projects = new Map<string, Map<string, QueuedHits>>()
  #size = 0
  #taken: QueuedHits[] = []
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

  /** How many future events are in memory and not taken. */
  get size(): number {
    return this.#size
  }

  /**
   * Adds a hit. It is dropped, and counted by a metric, when its message has had the most of a minute, or when there is room
   * for it neither on disk nor in memory.
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

  /** Frees memory of earlier minutes and takes over what ended gateways left; tells whether the spool has unread hits. */
  tidy(): boolean {
    this.#numbers.purge()
    this.#spool?.takeOver()
    return this.#spool?.hasUnread ?? false
  }

  /** Takes up to `count` future events of the projects in turn, and reads more from the spool when memory holds fewer. */
  async take(count: number): Promise<readonly QueuedHits[]> {
    while (this.#size < count && !this.#isReadingStopped) {
      const read = await this.#spool?.readBack()
      if (!read) break
      for (const hit of read.hits) this.#join(queued(factOf(hit), read.file))
    }
    this.#taken = []
    while (this.#taken.length < count) {
      const next = this.#next()
      if (!next) break
      this.#taken.push(next)
    }
    return this.#taken
  }

  /** Removes the taken hits for good: they are recorded or given up. */
  complete(): void {
    for (const { files } of this.#taken) for (const [file, count] of files) file.complete(count)
    this.#taken = []
  }

  /** Puts the taken hits at the end of their projects' queues. */
  putBack(): void {
    if (!this.#isClosed) for (const hits of this.#taken) this.#join(hits)
    this.#taken = []
  }

  /** Reads nothing more from the spool. */
  stopReading(): void {
    this.#isReadingStopped = true
  }

  /** Empties memory for good; answers how many hits are lost because no file holds them. */
  close(): number {
    const waiting = [...this.#projects.values()].flatMap((ofProject) => [...ofProject.values()])
    const lost = [...waiting, ...this.#taken].reduce((sum, { unspooled }) => sum + unspooled, 0)
    this.#isClosed = true
    this.#projects.clear()
    this.#size = 0
    return lost + this.drainDropped()
  }

  /** How many hits were dropped for want of room since the last call. */
  drainDropped(): number {
    const dropped = this.#dropped
    this.#dropped = 0
    return dropped
  }

  #hasRoom(fact: EngagementFact): boolean {
    const own = this.#projects.get(fact.projectId)
    return own?.has(nameOf(fact)) || (own?.size ?? 0) < this.#limit - this.#size
  }

  #join(added: QueuedHits): void {
    const { projectId } = added.fact
    const own = this.#projects.get(projectId) ?? new Map<string, QueuedHits>()
    this.#projects.set(projectId, own)
    const name = nameOf(added.fact)
    const before = own.get(name)
    if (before) joinInto(before, added)
    else {
      own.set(name, added)
      this.#size += 1
    }
  }

  #next(): QueuedHits | null {
    for (const [projectId, own] of this.#projects) {
      for (const [name, hits] of own) {
        own.delete(name)
        this.#size -= 1
        this.#projects.delete(projectId)
        if (own.size > 0) this.#projects.set(projectId, own)
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
