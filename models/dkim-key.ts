import { model, Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'

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
// One ACTIVE key and one NEXT key for each domain. The keys of a domain.
dkimKeySchema.index(
  { projectId: 1, domain: 1, state: 1 },
  { unique: true, partialFilterExpression: { state: { $in: ['ACTIVE', 'NEXT'] } } },
)
dkimKeySchema.index({ projectId: 1, domain: 1, selector: 1 }, { unique: true })

export const DkimKey = model('DkimKey', dkimKeySchema)
