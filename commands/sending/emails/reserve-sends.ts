import mongoose from 'mongoose'
import { SendSchedule } from '../../../models/send-schedule.js'

/** Reserves the next free interval of a schedule; returns the time until it begins, in ms. */
export type ReserveSends = (schedule: string, durationMs: number) => Promise<number>

const ANSWER_WITHIN_MS = 2_000

/**
 * Reserves the next interval that no other process has. The intervals follow each other without gaps, so that processes
 * which send only within their intervals share one rate. Only the database's clock counts, because the clocks of
 * workers may differ. Rejects while MongoDB is unavailable.
 */
export const reserveSends: ReserveSends = async (schedule, durationMs) => {
  // Without this check the driver would wait until MongoDB is available. A rate limit does not justify that wait.
  if (mongoose.connection.readyState !== mongoose.ConnectionStates.connected) throw new Error('MongoDB is away')
  const { beganAt, askedAt } = await SendSchedule.findOneAndUpdate(
    { _id: schedule },
    [
      { $set: { beganAt: { $max: ['$nextAt', '$$NOW'] }, askedAt: '$$NOW' } },
      { $set: { nextAt: { $add: ['$beganAt', Math.ceil(durationMs)] } } },
    ],
    {
      upsert: true,
      returnDocument: 'after',
      updatePipeline: true,
      maxTimeMS: ANSWER_WITHIN_MS,
      // A crash of the database may lose this write. The rate is then exceeded for a fraction of a second.
      writeConcern: { w: 1 },
    },
  ).lean()
  return beganAt.getTime() - askedAt.getTime()
}
