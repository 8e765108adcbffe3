import type mongoose from 'mongoose'
import { setTimeout as delay } from 'node:timers/promises'

/** A measurement: the database's clock minus this process's monotonic clock lies between these values, in ms. */
interface Sample {
  least: number
  most: number
}

const MEASURE_EVERY_MS = 10_000
const SAMPLES = 6
// Clocks that NTP synchronises differ by less.
const TOLERANCE_MS = 1_000

let samples: Sample[] = []
let narrowest: Sample | null = null

/**
 * The time by the clock of MongoDB's primary, for times that are stored and that other processes compare: leases,
 * claims, waits, schedules. A call runs no command, because the process measures the difference of the clocks every ten
 * seconds. Before the first measurement, and while the clocks differ by less than a second, the result is the clock of
 * this process.
 */
export function databaseNow(): Date {
  const now = Date.now()
  if (!narrowest) return new Date(now)
  const elapsed = performance.now()
  const [least, most] = [narrowest.least + elapsed, narrowest.most + elapsed]
  const isRight = now > least - TOLERANCE_MS && now < most + TOLERANCE_MS
  return new Date(isRight ? now : Math.round((least + most) / 2))
}

/** The Mongoose option that gives `createdAt` and `updatedAt` the database's time. */
export const DATABASE_TIMESTAMPS = { currentTime: databaseNow }

/**
 * Measures the clock of a client's database every ten seconds until `signal` aborts; resolves after the first attempt.
 */
export async function followClock(client: mongoose.mongo.MongoClient, signal: AbortSignal): Promise<void> {
  samples = []
  await measure(client)
  void repeatMeasuring(client, signal)
}

async function repeatMeasuring(client: mongoose.mongo.MongoClient, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await delay(MEASURE_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined)
    if (!signal.aborted) await measure(client)
  }
}

async function measure(client: mongoose.mongo.MongoClient): Promise<void> {
  const askedAt = performance.now()
  try {
    const { localTime } = (await client.db('admin').command({ hello: 1 })) as { localTime: Date }
    const sample = { least: localTime.getTime() - performance.now(), most: localTime.getTime() - askedAt }
    samples = [...samples.slice(1 - SAMPLES), sample]
    // The quickest answer of the last minute is the most exact.
    narrowest = samples.reduce((best, each) => (each.most - each.least < best.most - best.least ? each : best))
  } catch {
    // MongoDB is away: the last measurement holds.
  }
}
