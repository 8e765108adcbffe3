import { model, Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'

/** A domain of a project, which may send from it once it is verified. */
export interface SenderDomainRecord {
  _id: string
  projectId: string
  domain: string
  verified: boolean
  createdAt: Date
  updatedAt: Date
}

const senderDomainSchema = new Schema<SenderDomainRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    domain: { type: String, required: true },
    verified: { type: Boolean, required: true, default: false },
  },
  { collection: 'sender_domains', timestamps: true, strict: 'throw', minimize: false },
)
// POST /v1/send: the check of the sender's domain.
senderDomainSchema.index({ projectId: 1, domain: 1 }, { unique: true })

export const SenderDomain = model('SenderDomain', senderDomainSchema)
