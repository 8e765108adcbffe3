import { model, Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'

/**
 * `FAILED`: the records were lost, the provider no longer looks for them, or another project verified the domain first.
 * It is checked on like a pending one.
 */
export const DOMAIN_STATUSES = ['PENDING', 'VERIFIED', 'FAILED'] as const

export type DomainStatus = (typeof DOMAIN_STATUSES)[number]

/**
 * A domain of a project, which may send from it once it is verified. Without a status the operator has allowed it: it has
 * no records, is never checked, and others may have it too.
 */
export interface SenderDomainRecord {
  _id: string
  projectId: string
  domain: string
  verified: boolean
  status?: DomainStatus
  /** SES: the three tokens of Easy DKIM. SMTP: the selectors of the keys to publish. */
  dkimTokens: string[]
  /** The names of the records that the last check found, as `TXT name`. */
  found: string[]
  /** How many rounds of checks in a row have missed what a verified domain needs. */
  misses: number
  /** The round that checked it last. */
  round: Date | null
  lastCheckedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

const senderDomainSchema = new Schema<SenderDomainRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    domain: { type: String, required: true },
    verified: { type: Boolean, required: true, default: false },
    status: { type: String, enum: DOMAIN_STATUSES },
    dkimTokens: { type: [String], default: [] },
    found: { type: [String], default: [] },
    misses: { type: Number, default: 0 },
    round: { type: Date, default: null },
    lastCheckedAt: { type: Date, default: null },
  },
  { collection: 'sender_domains', timestamps: true, strict: 'throw', minimize: false },
)
// POST /v1/send: the check of the sender's domain.
senderDomainSchema.index({ projectId: 1, domain: 1 }, { unique: true })
// A domain is verified in one project.
senderDomainSchema.index(
  { domain: 1 },
  { name: 'domain_verified', unique: true, partialFilterExpression: { status: 'VERIFIED' } },
)
// The rounds of checks.
senderDomainSchema.index({ status: 1, _id: 1 }, { partialFilterExpression: { status: { $in: [...DOMAIN_STATUSES] } } })
// GET /domains/project/{projectId}, newest first.
senderDomainSchema.index({ projectId: 1, createdAt: -1, _id: -1 })

export const SenderDomain = model('SenderDomain', senderDomainSchema)
