import { ownEntriesAs } from '../commands/base/outbox/owner.js'
import { Outbox, type Aside } from '../models/outbox-entry.js'
import { acrossProjects } from '../models/owned-model.js'
import { RelayHeartbeat, type RelayHeartbeatRecord } from '../models/relay-heartbeat.js'
import { newId } from '../runtime/ids.js'
import { databaseNow } from '../runtime/mongodb/clock.js'
import { isDuplicateKey } from '../runtime/mongodb/duplicate-key.js'

// A relay is gone after four missing heartbeats, and is stuck when it finishes nothing for a minute.
const GONE_MS = 8_000
const STUCK_MS = 60_000
const NO_WAIT = { writeConcern: { w: 1 } } as const

/**
 * The outbox entries that a relay is responsible for, by the names of their owners. Heartbeats in the database, by the
 * clock of the database, show which relays are gone. A compare-and-set on the heartbeat decides which relay takes over.
 * A relay that was taken over and still runs continues under a new name.
 */
export class Ownership {
  #me = newId()
  #taken: string[] = []
  #missing = new Set<string>()
  #hasAside = false

  constructor() {
    ownEntriesAs(this.#me)
  }

  /** Whether entries are set aside that a relay may have to take up again, as of the last call of `takeOver`. */
  get hasAside(): boolean {
    return this.#hasAside
  }

  /** The name under which this process stores entries, and those of the relays that it took over. */
  owners(): string[] {
    return [this.#me, ...this.#taken]
  }

  /** Stores the heartbeat of this relay; `isStuck` says that it has entries and finishes none. */
  async beat(isStuck: boolean): Promise<void> {
    const advancedAt = isStuck ? { $ifNull: ['$advancedAt', '$$NOW'] } : '$$NOW'
    const options = { upsert: true, updatePipeline: true, ...NO_WAIT }
    try {
      await RelayHeartbeat.updateOne({ _id: this.#me, takenBy: null }, [{ $set: { at: '$$NOW', advancedAt } }], options)
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      // Another relay has taken over the entries of this one.
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
   * Takes over the entries of relays that are gone; returns how many relays. A relay that is stuck, such as while
   * Temporal is away, takes over no other stuck relay, because it could not dispatch those entries either.
   */
  async takeOver(isStuck: boolean): Promise<number> {
    const owned = new Set(this.owners())
    const { owners: all, hasAside } = await ownersInUse()
    this.#hasAside = hasAside
    const owners = all.filter((owner) => !owned.has(owner))
    if (owners.length === 0) return 0
    const heartbeats = await read(owners)
    const before = this.#missing
    this.#missing = new Set(owners.filter((owner) => !heartbeats.has(owner)))
    let count = 0
    for (const owner of owners) {
      const heartbeat = heartbeats.get(owner)
      // A relay that has just begun may have stored an entry before its first heartbeat.
      const isUnowned = owner === '' || before.has(owner)
      const isGone = heartbeat ? isOver(heartbeat, heartbeats, !isStuck) : isUnowned
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

  /** Leaves all entries to other relays at once. */
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

/**
 * The owners of entries that are to be dispatched, and whether others rest or are of an unknown kind. One command reads
 * both from indexes, an entry for each.
 */
async function ownersInUse(): Promise<{ owners: string[]; hasAside: boolean }> {
  const why = 'a relay serves all projects'
  const ofAside = [
    { $match: { aside: { $in: ['resting', 'unknown'] satisfies Aside[] } } },
    { $group: { _id: '$aside' } },
  ]
  const found = await Outbox.aggregate<{ _id: unknown; isAside?: true }>([
    { $match: acrossProjects({}, why) },
    { $group: { _id: '$owner' } },
    { $unionWith: { coll: Outbox.collection.name, pipeline: [...ofAside, { $set: { isAside: true } }] } },
  ])
  // The owner of a damaged entry may be anything.
  const owners = found.flatMap(({ _id, isAside }) => (typeof _id === 'string' && !isAside ? [_id] : []))
  return { owners, hasAside: found.some(({ isAside }) => isAside) }
}

/** The heartbeats of owners and of the relays that took them over. */
async function read(owners: string[]): Promise<Map<string, RelayHeartbeatRecord>> {
  const ofOwners = await RelayHeartbeat.find({ _id: { $in: owners } }).lean()
  const takers = ofOwners.flatMap(({ takenBy }) => takenBy ?? [])
  const others = takers.length > 0 ? await RelayHeartbeat.find({ _id: { $in: takers } }).lean() : []
  return new Map([...ofOwners, ...others].map((heartbeat) => [heartbeat._id, heartbeat]))
}

/** Whether no relay dispatches the entries of an owner: neither the owner nor the relay that took it over. */
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
