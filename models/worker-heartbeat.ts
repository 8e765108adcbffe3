import { model, Schema } from 'mongoose'

/** The last heartbeat of a worker that sends, by the database's clock. `_id` names the process. */
export interface WorkerHeartbeatRecord {
  _id: string
  at: Date
}

const workerHeartbeatSchema = new Schema<WorkerHeartbeatRecord>(
  { _id: { type: String, required: true }, at: { type: Date, required: true } },
  { collection: 'worker_heartbeats', strict: 'throw' },
)
// The count of the living workers; MongoDB deletes the heartbeats of ended ones.
workerHeartbeatSchema.index({ at: 1 }, { expireAfterSeconds: 60 })

export const WorkerHeartbeat = model('WorkerHeartbeat', workerHeartbeatSchema)
