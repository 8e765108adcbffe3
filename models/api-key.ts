import { Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'
import { KEY_SCOPES, type KeyScope } from './domain/key-scope.js'
import { ownedModel } from './owned-model.js'
import { DIRECTORY, leaveUnsharded } from './shard-key.js'

/**
 * A named secret key of a project, in addition to the project's own pair. The database only contains its hash, so the
 * key is shown once.
 */
export interface ApiKeyRecord {
  _id: string
  projectId: string
  name: string
  scope: KeyScope
  /** The only sender domains that a key of the scope `send` may use, in punycode; null for all of the project. */
  domains: string[] | null
  /** The hash of the key; after it that of the key before the last rotation, which is valid until `previousUntil`. */
  hashes: string[]
  previousUntil: Date | null
  /** The last characters of the key, by which people recognise it. */
  lastFour: string
  /** The user who created it. */
  createdBy: string
  createdAt: Date
  /** The time when the key ends, whether or not it was rotated; null for never. */
  expiresAt: Date | null
  /** The time of the last use, to the minute. */
  lastUsedAt: Date | null
}

const apiKeySchema = new Schema<ApiKeyRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    name: { type: String, required: true },
    scope: { type: String, enum: KEY_SCOPES, required: true },
    domains: { type: [String], default: null },
    hashes: { type: [String], required: true },
    previousUntil: { type: Date, default: null },
    lastFour: { type: String, required: true },
    createdBy: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, default: null },
    lastUsedAt: { type: Date, default: null },
  },
  { collection: 'api_keys', strict: 'throw', minimize: false, versionKey: false },
)
// Every request with a named key: the key of a hash.
apiKeySchema.index({ hashes: 1 }, { unique: true })
// GET /projects/{id}/keys, the oldest first.
apiKeySchema.index({ projectId: 1, _id: 1 })
leaveUnsharded(apiKeySchema, DIRECTORY)

export const ApiKey = ownedModel<ApiKeyRecord>('ApiKey', apiKeySchema)
