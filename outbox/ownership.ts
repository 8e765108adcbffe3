import { kindLeftTo, ownEntriesAs, PARKED, RESTING } from '../commands/outbox/owner.js'
import { Outbox, OUTBOX_KINDS } from '../models/outbox-entry.js'
import { RelayHeartbeat, type RelayHeartbeatRecord } from '../models/relay-heartbeat.js'
import { newId } from '../runtime/ids.js'
import { databaseNow } from '../runtime/mongodb/clock.js'
import { isDuplicateKey } from '../runtime/mongodb/duplicate-key.js'

// Four heartbeats that did not come, and the longest time in which a relay finishes nothing for reasons of its own.
const GONE_MS = 8_000
const STUCK_MS = 60_000
const NO_WAIT = { writeConcern: { w: 1 } } as const

/**
 * The outbox entries that a relay is responsible for, by the names of their owners. Which relay is gone, the heartbeats
 * in the database decide by its clock; who takes over, a compare-and-set on them. A relay that comes back to life after
 * that goes on under a new name.
 */
export class Ownership {
  #me = newId()
  #taken: string[] = []
  #missing = new Set<string>()
  #hasResting = false
  #leftToOthers: string[] = []

  constructor() {
    ownEntriesAs(this.#me)
  }

  /** Whether refused entries rest, as far as the last look for relays that are gone has seen. */
  get hasResting(): boolean {
    return this.#hasResting
  }

  /** The owners of entries of kinds that this version does not know, seen at the same time. */
  get leftToOthers(): readonly string[] {
    return this.#leftToOthers
  }

  /** The name under which this process stores entries, and those of the relays that it took over. */
  owners(): string[] {
    return [this.#me, ...this.#taken]
  }

  /** Stores the sign of life of this relay; `isStuck` for one that has entries and finishes none. */
  async beat(isStuck: boolean): Promise<void> {
    const advancedAt = isStuck ? { $ifNull: ['$advancedAt', '$$NOW'] } : '$$NOW'
    const options = { upsert: true, updatePipeline: true, ...NO_WAIT }
    try {
      await RelayHeartbeat.updateOne({ _id: this.#me, takenBy: null }, [{ $set: { at: '$$NOW', advancedAt } }], options)
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      // Another relay took this one for dead, and has its entries.
      this.#me = newId()
      this.#taken = []
      ownEntriesAs(this.#me)
      return
    }
    if (this.#taken.length === 0) return
    const ofTaken = { _id: { $in: this.#taken }, takenBy: this.#me }
    await RelayHeartbeat.updateMany(ofTaken, { $set: { at: databaseNow(), advancedAt: databaseNow() } })
  }

  /**
   * Takes over the entries of relays that are gone; returns how many relays. One that is stuck itself, such as while
   * Temporal is away, would do no better with those of another that is stuck.
   */
  async takeOver(isStuck: boolean): Promise<number> {
    const known = new Set(this.owners())
    const all = (await Outbox.distinct('owner')).filter((owner) => typeof owner === 'string')
    this.#hasResting = all.includes(RESTING)
    this.#leftToOthers = all.filter(isLeftToOthers)
    const owners = all.filter((owner) => !known.has(owner) && isDispatched(owner))
    if (owners.length === 0) return 0
    const heartbeats = await read(owners)
    const before = this.#missing
    this.#missing = new Set(owners.filter((owner) => !heartbeats.has(owner)))
    let count = 0
    for (const owner of owners) {
      const heartbeat = heartbeats.get(owner)
      // A relay that has just begun may have stored an entry before its first heartbeat.
      const isNobody = owner === '' || kindLeftTo(owner) !== null || before.has(owner)
      const isGone = heartbeat ? isOver(heartbeat, heartbeats, !isStuck) : isNobody
      if (!isGone || !(await this.#take(owner, heartbeat))) continue
      this.#taken.push(owner)
      count += 1
    }
    return count
  }

  /** Leaves an owner that has no entry any more. */
  async leave(owner: string): Promise<void> {
    this.#taken = this.#taken.filter((each) => each !== owner)
    await RelayHeartbeat.deleteOne({ _id: owner, takenBy: this.#me })
  }

  /** Leaves everything to others, at once. */
  async release(): Promise<void> {
    ownEntriesAs('')
    const mine = [{ _id: this.#me }, { _id: { $in: this.#taken }, takenBy: this.#me }]
    await RelayHeartbeat.deleteMany({ $or: mine }, NO_WAIT)
  }

  async #take(owner: string, heartbeat: RelayHeartbeatRecord | undefined): Promise<boolean> {
    const mine = { at: databaseNow(), advancedAt: databaseNow(), takenBy: this.#me }
    if (heartbeat) {
      const { at, takenBy = null } = heartbeat
      const { modifiedCount } = await RelayHeartbeat.updateOne({ _id: owner, at, takenBy }, { $set: mine })
      return modifiedCount === 1
    }
    try {
      await RelayHeartbeat.collection.insertOne({ _id: owner, ...mine } as never)
      return true
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    }
  }
}

/** The heartbeats of owners and of those who took them over. */
async function read(owners: string[]): Promise<Map<string, RelayHeartbeatRecord>> {
  const own = await RelayHeartbeat.find({ _id: { $in: owners } }).lean()
  const takers = own.flatMap(({ takenBy }) => takenBy ?? [])
  const others = takers.length > 0 ? await RelayHeartbeat.find({ _id: { $in: takers } }).lean() : []
  return new Map([...own, ...others].map((heartbeat) => [heartbeat._id, heartbeat]))
}

/** Whether nobody dispatches the entries of an owner: neither itself nor the relay that took it over. */
function isOver(
  heartbeat: RelayHeartbeatRecord,
  all: ReadonlyMap<string, RelayHeartbeatRecord>,
  countsStuck: boolean,
): boolean {
  const { takenBy } = heartbeat
  const responsible = takenBy ? all.get(takenBy) : heartbeat
  if (!responsible) return true
  const now = databaseNow().getTime()
  const isStuck = countsStuck && now - responsible.advancedAt.getTime() > STUCK_MS
  return isStuck || now - responsible.at.getTime() > GONE_MS
}

/**
 * Whether relays dispatch the entries of an owner: those of a kind that this version knows, and that are not set aside.
 */
function isDispatched(owner: string): boolean {
  return owner !== RESTING && owner !== PARKED && !isLeftToOthers(owner)
}

function isLeftToOthers(owner: string): boolean {
  const kind = kindLeftTo(owner)
  return kind !== null && !OUTBOX_KINDS.some((known) => known === kind)
}
