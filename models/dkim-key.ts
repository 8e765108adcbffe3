import { model, Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'

/**
 * `ACTIVE` signs. `NEXT` is published and signs once it is activated. `RETIRED` has no private key any more; its record
 * stays published for the messages that it signed.
 */
export type DkimKeyState = 'ACTIVE' | 'NEXT' | 'RETIRED'

/** A key pair that signs the mail of a project's domain, where no provider signs it. */
export interface DkimKeyRecord {
  _id: string
  projectId: string
  domain: string
  /** The name of the key's record before `._domainkey`. */
  selector: string
  /** SubjectPublicKeyInfo (RFC 5280) in base64, the `p=` of the record. */
  publicKey: string
  /** PKCS 8 as PEM, sealed; null once it is retired. */
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
// A domain has one ACTIVE key and one NEXT key. The keys of a domain.
dkimKeySchema.index(
  { projectId: 1, domain: 1, state: 1 },
  { unique: true, partialFilterExpression: { state: { $in: ['ACTIVE', 'NEXT'] } } },
)
dkimKeySchema.index({ projectId: 1, domain: 1, selector: 1 }, { unique: true })

export const DkimKey = model('DkimKey', dkimKeySchema)
