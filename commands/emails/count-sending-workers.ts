import mongoose from 'mongoose'
import { WorkerHeartbeat } from '../../models/worker-heartbeat.js'

/** Stores the heartbeat of a worker that sends; returns how many such workers live. */
export type CountSendingWorkers = (workerId: string) => Promise<number>

const LIVES_FOR_MS = 30_000
const ANSWER_WITHIN_MS = 2_000

/**
 * Stores the heartbeat of a worker that sends; returns how many such workers, this one included, have had one in the
 * last 30 seconds. Only the database's clock counts. Rejects while MongoDB is unavailable.
 */
export const countSendingWorkers: CountSendingWorkers = async (workerId) => {
  if (mongoose.connection.readyState !== mongoose.ConnectionStates.connected) throw new Error('MongoDB is away')
  const limits = { maxTimeMS: ANSWER_WITHIN_MS }
  const { at } = await WorkerHeartbeat.findOneAndUpdate({ _id: workerId }, [{ $set: { at: '$$NOW' } }], {
    ...limits,
    upsert: true,
    returnDocument: 'after',
    updatePipeline: true,
    writeConcern: { w: 1 },
  }).lean()
  return WorkerHeartbeat.countDocuments({ at: { $gt: new Date(at.getTime() - LIVES_FOR_MS) } }, limits)
}
