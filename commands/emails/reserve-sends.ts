import mongoose from 'mongoose'
import { SendSchedule } from '../../models/send-schedule.js'

/** Reserves the next free stretch of a schedule; answers with how long it is until that begins, in ms. */
export type ReserveSends = (schedule: string, durationMs: number) => Promise<number>

const ANSWER_WITHIN_MS = 2_000

/**
 * Reserves the next stretch that no other process has: stretches lie end to end, so that those who send within
 * theirs keep to one rate together. By the database's clock alone, so that the workers' need not agree.
 * Rejects while MongoDB is away.
 */
export const reserveSends: ReserveSends = async (schedule, durationMs) => {
  // A rate is no reason to wait for MongoDB to come back.
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
      // What a crash of the database forgets is a fraction of a second of a rate.
      writeConcern: { w: 1 },
    },
  ).lean()
  return beganAt.getTime() - askedAt.getTime()
}
