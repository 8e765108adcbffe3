import { model, Schema } from 'mongoose'
import { INSTALLATION, leaveUnsharded } from './shard-key.js'

/**
 * A random key that the installation has generated, encrypted with `ENCRYPTION_KEY`. It never changes, so that
 * everything that depends on it survives a rotation of `ENCRYPTION_KEY`.
 */
export interface InstallationSecretRecord {
  _id: string
  sealed: string
}

const installationSecretSchema = new Schema<InstallationSecretRecord>(
  {
    _id: { type: String, required: true },
    sealed: { type: String, required: true },
  },
  { collection: 'installation_secrets', strict: 'throw' },
)
leaveUnsharded(installationSecretSchema, INSTALLATION)

export const InstallationSecret = model('InstallationSecret', installationSecretSchema)
