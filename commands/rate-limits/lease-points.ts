import mongoose from 'mongoose'
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible'
import { RateLimit } from '../../models/rate-limit.js'

/** What a limit counts: at most `limit` points in a window that begins with the first of them. */
export interface PointLimit {
  /** Tells this limit's keys from those of others. */
  name: string
  limit: number
  windowSeconds: number
}

/** What was taken, and what that leaves. */
export interface PointsTaken {
  /** How many of the points asked for there were. */
  granted: number
  /** How many are left to whoever asks next. */
  left: number
  /** When the window ends and all points are there again. */
  endsAt: number
}

/** Takes points of a key for all processes together; rejects while MongoDB is away. */
export type LeasePoints = (key: string, points: number) => Promise<PointsTaken>

/** The way to a limit's points. */
export function pointsOf(pointLimit: PointLimit): LeasePoints {
  const limiter = storedLimiter(pointLimit)
  return async (key, points) => {
    // A limit is no reason to wait for MongoDB to come back.
    if (mongoose.connection.readyState !== mongoose.ConnectionStates.connected) throw new Error('MongoDB is away')
    const { consumedPoints, msBeforeNext } = await outcome(limiter.consume(key, points))
    const excess = Math.max(0, consumedPoints - pointLimit.limit)
    return {
      granted: Math.max(0, points - excess),
      left: Math.max(0, pointLimit.limit - consumedPoints),
      endsAt: Date.now() + msBeforeNext,
    }
  }
}

/** A limiter that counts in MongoDB; the indexes of its collection are made with all others. */
export function storedLimiter({ name, limit, windowSeconds }: PointLimit): RateLimiterMongo {
  return new RateLimiterMongo({
    storeClient: mongoose.connection,
    tableName: RateLimit.collection.collectionName,
    keyPrefix: name,
    points: limit,
    duration: windowSeconds,
    disableIndexesCreation: true,
  })
}

/** What became of the points, whether or not there were enough: the library throws its result when there were not. */
export async function outcome(attempt: Promise<RateLimiterRes>): Promise<RateLimiterRes> {
  try {
    return await attempt
  } catch (result) {
    if (result instanceof RateLimiterRes) return result
    throw result
  }
}
