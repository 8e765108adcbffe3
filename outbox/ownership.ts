import { kindLeftTo, ownEntriesAs, PARKED, RESTING } from '../commands/base/outbox/owner.js'
import { Outbox, OUTBOX_KINDS } from '../models/outbox-entry.js'
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
  #hasResting = false
  #leftToOthers: string[] = []

  constructor() {
    ownEntriesAs(this.#me)
  }

  /** Whether refused entries rest, as of the last call of `takeOver`. */
  get hasResting(): boolean {
    return this.#hasResting
  }

  /** The owners of entries of kinds that this version does not know, as of the last call of `takeOver`. */
  get leftToOthers(): readonly string[] {
    return this.#leftToOthers
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
    const ofAny = acrossProjects({}, 'a relay serves all projects')
    const all = (await Outbox.distinct('owner', ofAny)).filter((owner) => typeof owner === 'string')
    this.#hasResting = all.includes(RESTING)
    this.#leftToOthers = all.filter(isLeftToOthers)
    const owners = all.filter((owner) => !owned.has(owner) && isDispatched(owner))
    if (owners.length === 0) return 0
    const heartbeats = await read(owners)
    const before = this.#missing
    this.#missing = new Set(owners.filter((owner) => !heartbeats.has(owner)))
    let count = 0
    for (const owner of owners) {
      const heartbeat = heartbeats.get(owner)
      // A relay that has just begun may have stored an entry before its first heartbeat.
      const isUnowned = owner === '' || kindLeftTo(owner) !== null || before.has(owner)
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

/** Whether relays of this version dispatch the entries of an owner: not those set aside or of an unknown kind. */
function isDispatched(owner: string): boolean {
  return owner !== RESTING && owner !== PARKED && !isLeftToOthers(owner)
}

function isLeftToOthers(owner: string): boolean {
  const kind = kindLeftTo(owner)
  return kind !== null && !OUTBOX_KINDS.some((known) => known === kind)
}
