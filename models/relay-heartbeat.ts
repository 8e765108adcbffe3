import { model, Schema } from 'mongoose'
import { INSTALLATION, leaveUnsharded } from './shard-key.js'

/**
 * The last heartbeat of a relay, by the database's clock. `_id` is the name under which it owns outbox entries.
 * `takenBy` is the relay that took over the entries of this one and renews its heartbeat.
 */
export interface RelayHeartbeatRecord {
  _id: string
  at: Date
  /** The time when the relay last finished a dispatch, or had nothing to dispatch. */
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
// MongoDB deletes the heartbeats of relays that have ended and own no entry.
relayHeartbeatSchema.index({ at: 1 }, { expireAfterSeconds: 3_600 })
leaveUnsharded(relayHeartbeatSchema, INSTALLATION)

export const RelayHeartbeat = model('RelayHeartbeat', relayHeartbeatSchema)
