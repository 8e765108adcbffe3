import mongoose from 'mongoose'
import { SendSchedule } from '../../models/send-schedule.js'

/** Reserves the next free interval of a schedule; returns the time until it begins, in ms. */
export type ReserveSends = (schedule: string, durationMs: number) => Promise<number>

const ANSWER_WITHIN_MS = 2_000

/**
 * Reserves the next interval that no other process has. The intervals lie end to end, so that processes which send
 * within their own keep one common rate. Only the database's clock counts, so that the workers' clocks need not agree.
 * Rejects while MongoDB is unavailable.
 */
export const reserveSends: ReserveSends = async (schedule, durationMs) => {
  // The driver would wait for MongoDB to return; a rate does not justify that wait.
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
      // A crash of the database loses a fraction of a second of a rate at most.
      writeConcern: { w: 1 },
    },
  ).lean()
  return beganAt.getTime() - askedAt.getTime()
}
