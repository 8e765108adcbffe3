import type mongoose from 'mongoose'

/** What a heartbeat told of the database's clock. */
interface Sample {
  /** The database's time in ms since 1970, and this process's monotonic time when it was read. */
  timeMs: number
  readAt: number
}

// A delayed answer makes the database's clock look slow, so that the latest of several readings counts.
const SAMPLES = 6
// Less is in the range of the network's delay, and clocks that are kept by NTP differ by less.
const TOLERANCE_MS = 1_000

let samples: Sample[] = []
let primary = ''

/**
 * The time by the database's clock, for times that are stored and compared by other processes: leases, claims, waits,
 * schedules. It costs no command: the driver's heartbeats, every ten seconds, carry the clock of the primary. It is this
 * process's own clock before the first heartbeat and while the two differ by less than a second.
 */
export function databaseNow(): Date {
  const now = Date.now()
  if (samples.length === 0) return new Date(now)
  const elapsed = performance.now()
  const theirs = Math.max(...samples.map(({ timeMs, readAt }) => timeMs + elapsed - readAt))
  return new Date(Math.abs(theirs - now) < TOLERANCE_MS ? now : Math.round(theirs))
}

/** The option of Mongoose by which `createdAt` and `updatedAt` have the database's time. */
export const DATABASE_TIMESTAMPS = { currentTime: databaseNow }

/** Reads the database's clock now, and from then on from the heartbeats of a connected client. */
export async function followClock(client: mongoose.mongo.MongoClient): Promise<void> {
  client.on('serverHeartbeatSucceeded', ({ connectionId, reply }) => {
    const { localTime, isWritablePrimary } = reply as { localTime?: Date; isWritablePrimary?: boolean }
    if (!isWritablePrimary || !localTime) return
    if (connectionId !== primary) samples = []
    primary = connectionId
    note(localTime)
  })
  const { localTime } = await client.db('admin').command({ hello: 1 })
  samples = []
  note(localTime as Date)
}

function note(time: Date): void {
  samples = [...samples.slice(1 - SAMPLES), { timeMs: time.getTime(), readAt: performance.now() }]
}
