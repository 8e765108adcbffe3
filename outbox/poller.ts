import mongoose from 'mongoose'
import { Outbox } from '../models/outbox-entry.js'
import { acrossProjects } from '../models/owned-model.js'
import { repeat, type Repeated } from '../runtime/concurrency/repeat.js'
import { newId } from '../runtime/ids.js'
import { countTakenOver } from '../runtime/metrics/outbox.js'
import { Ownership } from './ownership.js'
import { claimDue } from './refused-entries.js'
import type { Relay } from './relay.js'

const EVERY_MS = 2_000
const PAGE = 100
const STUCK_AFTER_MS = 5_000
// Every fifth poll also finds entries that the relay was never given, because their request failed after the commit.
const OWN_ROUNDS = 5
// The query for such entries names those that the relay holds. In an outage it holds too many.
const MAX_HELD_IN_QUERY = 1_000
const BY_OWNER = { owner: 1, queueKey: 1, _id: 1 } as const
const WHY = 'a relay serves all projects'

/**
 * Gives a relay the entries that the relay is responsible for and does not hold: entries that it had no room for or
 * that failed, and entries of relays that are gone. Every two seconds the poller stores the relay's heartbeat and looks
 * for relays that are gone, which costs two commands at rest. Queues are read round robin.
 */
export class Poller implements Repeated {
  readonly #relay: Relay
  readonly #onFailure: (what: string, error: unknown) => void
  readonly #ownership = new Ownership()
  readonly #repeated: Repeated
  #round = 0
  #idAtLastPoll = newId()
  #isStopped = false
  #isAgain = false
  #reading: Promise<void> | null = null

  constructor(relay: Relay, onFailure: (what: string, error: unknown) => void) {
    this.#relay = relay
    this.#onFailure = onFailure
    this.#repeated = repeat(EVERY_MS, () => this.#poll())
    relay.onRoom = () => this.#readSoon()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#repeated.stop()
    await this.#reading
    await this.#guarded('release', () => this.#ownership.release())
  }

  async #poll(): Promise<void> {
    this.#round += 1
    const isStuck = this.#relay.stuckMs() > STUCK_AFTER_MS
    await this.#guarded('heartbeat', () => this.#ownership.beat(isStuck))
    await this.#guarded('take-over', async () => countTakenOver(await this.#ownership.takeOver(isStuck)))
    await this.#reading
    this.#relay.enqueue(this.#relay.held.rested())
    await this.#guarded('read', () => this.#readAll(this.#round % OWN_ROUNDS === 0))
    this.#idAtLastPoll = newId()
    if (!this.#ownership.hasAside) return
    await this.#guarded('set aside', () => this.#readSetAside())
    await this.#guarded('unknown kind', () => this.#relay.parkUnknown())
  }

  /** Reads now, or once more after a read that is under way. */
  #readSoon(): void {
    if (this.#isStopped) return
    if (this.#reading) {
      this.#isAgain = true
      return
    }
    this.#isAgain = false
    this.#reading = this.#guarded('read', () => this.#readAll(false)).finally(() => {
      this.#reading = null
      if (this.#isAgain) this.#readSoon()
    })
  }

  async #readAll(isWhole: boolean): Promise<void> {
    const [own = '', ...taken] = this.#ownership.owners()
    const { unread } = this.#relay.held
    const queueKeys = isWhole ? [...new Set([...unread, ...(await this.#queuesNotHeld(own))])] : [...unread]
    for (const queueKey of this.#roundRobin(queueKeys)) await this.#readQueue(own, queueKey)
    for (const owner of taken) {
      const ofTaken = await queueKeysOf(owner)
      if (ofTaken.length === 0) await this.#leave(owner)
      for (const queueKey of this.#roundRobin(ofTaken)) await this.#readQueue(owner, queueKey)
    }
  }

  /**
   * The queues with entries that the relay does not hold. One query finds them for all queues: the relay holds nearly
   * every entry, and a query of each queue would cost more the more projects there are. Entries that were made since
   * the last poll may only be on their way to the relay.
   */
  async #queuesNotHeld(owner: string): Promise<string[]> {
    const $lt = this.#idAtLastPoll
    const $nin = this.#relay.held.idsBefore($lt)
    if ($nin.length > MAX_HELD_IN_QUERY) return queueKeysOf(owner)
    const filter = acrossProjects({ owner, _id: { $lt, $nin } }, WHY)
    const found = await Outbox.find(filter, { _id: 0, queueKey: 1 }).hint(BY_OWNER).limit(PAGE).lean()
    return found.length < PAGE ? found.map(({ queueKey }) => queueKey).filter(isText) : queueKeysOf(owner)
  }

  async #readSetAside(): Promise<void> {
    const [own = ''] = this.#ownership.owners()
    await this.#relay.enqueueStored(await claimDue(own))
  }

  /** Leaves an owner without queues. Entries that have no queue key are malformed, and are refused first. */
  async #leave(owner: string): Promise<void> {
    await this.#relay.enqueueStored(await Outbox.find(acrossProjects({ owner }, WHY)).limit(PAGE).lean())
    await this.#ownership.leave(owner)
  }

  async #readQueue(owner: string, queueKey: string): Promise<void> {
    const { held } = this.#relay
    while (held.hasRoom(queueKey)) {
      // Removed before the read, because an entry that the relay has no room for adds the queue again.
      held.unread.delete(queueKey)
      const unread = acrossProjects({ owner, queueKey, _id: { $nin: held.idsOf(queueKey) } }, WHY)
      const entries = await Outbox.find(unread).sort({ _id: 1 }).limit(PAGE).lean()
      await this.#relay.enqueueStored(entries)
      if (entries.length < PAGE) break
    }
  }

  #roundRobin(queueKeys: string[]): string[] {
    const from = queueKeys.length > 0 ? this.#round % queueKeys.length : 0
    return [...queueKeys.slice(from), ...queueKeys.slice(0, from)]
  }

  async #guarded(what: string, work: () => Promise<unknown>): Promise<void> {
    // A process that has just started may not be connected yet.
    if (mongoose.connection.readyState !== mongoose.ConnectionStates.connected) return
    try {
      await work()
    } catch (error) {
      this.#onFailure(what, error)
    }
  }
}

async function queueKeysOf(owner: string): Promise<string[]> {
  const queueKeys = await Outbox.distinct('queueKey', acrossProjects({ owner }, WHY))
  return queueKeys.filter(isText)
}

// A malformed entry may have anything for its queue.
function isText(queueKey: unknown): queueKey is string {
  return typeof queueKey === 'string'
}
