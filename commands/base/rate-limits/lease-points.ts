import mongoose from 'mongoose'
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible'
import { RateLimit } from '../../../models/rate-limit.js'

/** A limit of `limit` points in a window that begins with the first point. */
export interface PointLimit {
  /** The prefix of this limit's keys. */
  name: string
  limit: number
  windowSeconds: number
}

/** The outcome of a lease of points. */
export interface PointsLeased {
  /** How many of the requested points were available. */
  granted: number
  /** How many points are left in the window. */
  left: number
  /** The time (ms since the epoch) at which the window ends and all points are available again. */
  endsAt: number
}

/** Leases points of a key that all processes share; rejects while MongoDB is unavailable. */
export type LeasePoints = (key: string, points: number) => Promise<PointsLeased>

/** Creates the function that leases points of a limit. */
export function pointsOf(pointLimit: PointLimit): LeasePoints {
  const limiter = storedLimiter(pointLimit)
  return async (key, points) => {
    // The driver would wait until MongoDB is back, which takes too long for a limit.
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

/** A limiter that counts in MongoDB; the indexes of its collection are created with all others. */
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

/**
 * The result of an attempt, with or without enough points. The library rejects with its result if points are missing.
 */
export async function outcome(attempt: Promise<RateLimiterRes>): Promise<RateLimiterRes> {
  try {
    return await attempt
  } catch (result) {
    if (result instanceof RateLimiterRes) return result
    throw result
  }
}
