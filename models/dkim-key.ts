import { Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'
import { ownedModel } from './owned-model.js'
import { DIRECTORY, leaveUnsharded } from './shard-key.js'

/**
 * `ACTIVE` signs. `NEXT` is published, and signs once it is activated. `RETIRED` no longer has a private key, and its
 * record stays published for the messages that it signed.
 */
export type DkimKeyState = 'ACTIVE' | 'NEXT' | 'RETIRED'

/** A key pair that signs the mail of a project's domain. It is needed where the provider does not sign the mail. */
export interface DkimKeyRecord {
  _id: string
  projectId: string
  domain: string
  /** The name of the key's record before `._domainkey`. */
  selector: string
  /** SubjectPublicKeyInfo (RFC 5280) in base64, the `p=` of the record. */
  publicKey: string
  /** The private key as PKCS 8 in PEM, sealed; null for a retired key. */
  privateKeySealed: string | null
  state: DkimKeyState
  createdAt: Date
  updatedAt: Date
}

const dkimKeySchema = new Schema<DkimKeyRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    domain: { type: String, required: true },
    selector: { type: String, required: true },
    publicKey: { type: String, required: true },
    privateKeySealed: { type: String, default: null },
    state: { type: String, enum: ['ACTIVE', 'NEXT', 'RETIRED'], required: true },
  },
  { collection: 'dkim_keys', timestamps: true, strict: 'throw', minimize: false },
)
// Every message that we sign: the ACTIVE key of its domain. A domain has at most one ACTIVE key and one NEXT key.
dkimKeySchema.index(
  { projectId: 1, domain: 1, state: 1 },
  { unique: true, partialFilterExpression: { state: { $in: ['ACTIVE', 'NEXT'] } } },
)
// posthorn rotate-dkim: the retired keys of a domain. No two keys of a domain have one selector.
dkimKeySchema.index({ projectId: 1, domain: 1, selector: 1 }, { unique: true })
leaveUnsharded(dkimKeySchema, DIRECTORY)

export const DkimKey = ownedModel<DkimKeyRecord>('DkimKey', dkimKeySchema)
