import { fault, ok, warning, type Examine, type Finding } from './examination.js'
import { ask, database, ifAllowed } from './mongodb-commands.js'
import { shards } from './mongodb-shards.js'
import { isRouter } from '../../runtime/mongodb/connection-fault.js'
import type { ValidSettings } from '../../runtime/config.js'

interface Hello {
  setName?: string
  msg?: string
  primary?: string
  isWritablePrimary: boolean
  lastWrite?: { lastWriteDate: Date; majorityWriteDate: Date }
}

interface Status {
  members: { name: string; health: number; stateStr: string; optimeDate: Date }[]
}

const MAJORITY_LAG_MS = 10_000
const MEMBER_LAG_MS = 30_000
const OPLOG_HOURS = 24
const HOUR_MS = 3_600_000
const HEALTHY_STATES: readonly string[] = ['PRIMARY', 'SECONDARY', 'ARBITER']

/** The replica set: its primary, its members, its majority, and how far its oplog reaches back. */
export function replicaSetChecks(settings: ValidSettings, examine: Examine): Promise<Finding>[] {
  return [
    examine('MongoDB replica set', primary),
    examine('MongoDB members', () =>
      ifAllowed(
        'the state of the members',
        ofReplicaSet(() => members(settings)),
      ),
    ),
    examine('MongoDB oplog', () => ifAllowed('the oplog', ofReplicaSet(oplog))),
  ]
}

/** A router (mongos) knows neither the members of its shards nor their oplogs. */
function ofReplicaSet(check: () => Promise<Finding>): () => Promise<Finding> {
  return async () => {
    if (!isRouter(await ask<Hello>({ hello: 1 }))) return check()
    return ok('not checked behind mongos: run the doctor with the URI of each shard')
  }
}

async function primary(): Promise<Finding> {
  const hello = await ask<Hello>({ hello: 1 })
  if (isRouter(hello)) return ifAllowed('the configuration of the cluster', shards)
  const { setName, primary, isWritablePrimary, lastWrite } = hello
  if (!setName) {
    return fault(
      'MongoDB is not a replica set and has no transactions',
      'Start mongod with --replSet rs0, run rs.initiate() once in mongosh, and add replicaSet=rs0 to MONGODB_URI.',
    )
  }
  if (!isWritablePrimary && !primary) {
    return fault(
      `the replica set ${setName} has no primary`,
      'Start a majority of its members; see rs.status() in mongosh.',
    )
  }
  const lagMs = lastWrite ? lastWrite.lastWriteDate.getTime() - lastWrite.majorityWriteDate.getTime() : 0
  if (lagMs > MAJORITY_LAG_MS) {
    return fault(
      `a majority of ${setName} has not acknowledged the writes of the last ${Math.round(lagMs / 1_000)} s`,
      'Every write waits for a majority. Bring back members that are down or lag behind; see rs.status() in mongosh.',
    )
  }
  return ok(`${setName} has a primary, and a majority acknowledges its writes`)
}

async function members({ NODE_ENV }: ValidSettings): Promise<Finding> {
  const { members } = await ask<Status>({ replSetGetStatus: 1 })
  const newest = Math.max(...members.map(({ optimeDate }) => optimeDate?.getTime() ?? 0))
  const isBehind = ({ stateStr, optimeDate }: Status['members'][number]): boolean =>
    stateStr === 'SECONDARY' && newest - optimeDate.getTime() > MEMBER_LAG_MS
  const ailing = members.filter((one) => one.health !== 1 || !HEALTHY_STATES.includes(one.stateStr) || isBehind(one))
  if (ailing.length > 0) {
    const names = ailing.map((one) => `${one.name} is ${isBehind(one) ? 'far behind' : one.stateStr}`)
    return warning(
      `${ailing.length} of ${members.length} members are unhealthy: ${names.join(', ')}`,
      'Restart them and check rs.status() in mongosh. Without a majority, nothing can be written.',
    )
  }
  const found = members.length === 1 ? 'one member' : `${members.length} members, all healthy`
  const durable = members.filter(({ stateStr }) => stateStr !== 'ARBITER').length
  if (durable > 1 || NODE_ENV !== 'production') return ok(found)
  return warning(
    `${found} holds the data: acknowledged writes are lost with its disk, and an outage stops everything`,
    'Add two members on other hosts (rs.add in mongosh), or back up the volume of MongoDB and accept the outages.',
  )
}

async function oplog(): Promise<Finding> {
  const entries = database().client.db('local').collection<{ wall: Date }>('oplog.rs')
  const oldest = await entries.findOne({}, { sort: { $natural: 1 }, projection: { wall: 1 }, maxTimeMS: 3_000 })
  if (!oldest) return ok('the oplog is empty')
  const stats = await entries
    .aggregate<{ storageStats: { size: number; maxSize: number } }>([{ $collStats: { storageStats: {} } }])
    .next()
  const hours = (Date.now() - oldest.wall.getTime()) / HOUR_MS
  const reach = hours < 2 ? `${Math.round(hours * 60)} minutes` : `${Math.round(hours)} hours`
  // A young oplog is not full and loses nothing yet.
  const isFull = stats ? stats.storageStats.size > stats.storageStats.maxSize * 0.9 : false
  if (hours >= OPLOG_HOURS || !isFull) return ok(`the oplog reaches back ${reach}`)
  return warning(
    `the oplog reaches back ${reach}: a member that is away for longer must copy everything`,
    'In mongosh: db.adminCommand({ replSetResizeOplog: 1, minRetentionHours: 24 })',
  )
}
