import { model, Schema } from 'mongoose'

/**
 * The last sign of life of a relay, by the database's clock. `_id` is the name under which it owns outbox entries. A
 * relay that took over those of another holds the heartbeat of that one by `takenBy`.
 */
export interface RelayHeartbeatRecord {
  _id: string
  at: Date
  /** When it last finished a dispatch, or had none to do. */
  advancedAt: Date
  takenBy?: string | null
}

const relayHeartbeatSchema = new Schema<RelayHeartbeatRecord>(
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
    advancedAt: { type: Date, required: true },
    takenBy: { type: String, default: undefined },
  },
  { collection: 'relay_heartbeats', strict: 'throw', versionKey: false },
)
// MongoDB deletes the heartbeats of relays that are gone and left no entry.
relayHeartbeatSchema.index({ at: 1 }, { expireAfterSeconds: 3_600 })

export const RelayHeartbeat = model('RelayHeartbeat', relayHeartbeatSchema)
