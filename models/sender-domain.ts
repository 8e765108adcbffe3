import { Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'
import { RECORD_ANSWER_KINDS, type RecordAnswer } from './domain/record-answers.js'
import { ownedModel } from './owned-model.js'
import { DIRECTORY, leaveUnsharded } from './shard-key.js'

/**
 * `FAILED`: the records were lost, the provider no longer looks for them, or another project uses the domain. The
 * checks continue as for a pending domain.
 */
export const DOMAIN_STATUSES = ['PENDING', 'VERIFIED', 'FAILED'] as const

export type DomainStatus = (typeof DOMAIN_STATUSES)[number]

/** What DNS answered for a record that was not found. */
export interface StoredAnswer extends RecordAnswer {
  /** The name of the record, as `found` has it. */
  key: string
  at: Date
}

/** A zone of DNS, with the names of its name servers. */
export interface DnsZone {
  name: string
  nameServers: string[]
}

/**
 * A domain of a project. The project may send from a verified domain. An operator allows a domain without a status: the
 * domain has no records, is never checked, and may be allowed to other projects too.
 */
export interface SenderDomainRecord {
  _id: string
  projectId: string
  domain: string
  verified: boolean
  status?: DomainStatus
  /** The token of the ownership record. It is stored because another first encryption key would give another token. */
  ownershipToken?: string
  /** SES: whether the identity was created for this project, or for another project that has passed it on. */
  hasMadeIdentity: boolean
  /** SES: the three tokens of Easy DKIM. */
  dkimTokens: string[]
  /** SES: the MAIL FROM domain of the identity. */
  mailFromDomain: string | null
  /** The names of the records that the last check found, as `TXT name`. */
  found: string[]
  /** What DNS answered for the others when it was asked last. */
  answers: StoredAnswer[]
  /** The zone that the domain belongs to, once a check has missed a record; null while it is not known. */
  zone: DnsZone | null
  /** Whether another project uses the domain, so that this project cannot have the domain despite its records. */
  isTaken: boolean
  /** The number of consecutive rounds of checks that missed records, since the domain has its status. */
  misses: number
  /** The time from which rounds check the domain again; null without a status. */
  nextCheckAt: Date | null
  lastCheckedAt: Date | null
  firstVerifiedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** A domain that its project must prove by records. */
export type ProvableDomain = SenderDomainRecord & Required<Pick<SenderDomainRecord, 'status' | 'ownershipToken'>>

/** Whether the project must prove the domain, because no operator has allowed it. */
export function isProvable(domain: SenderDomainRecord): domain is ProvableDomain {
  return domain.status !== undefined && domain.ownershipToken !== undefined
}

const answerSchema = new Schema<StoredAnswer>(
  {
    key: { type: String, required: true },
    kind: { type: String, enum: RECORD_ANSWER_KINDS, required: true },
    values: { type: [String], required: true },
    count: { type: Number, required: true },
    error: { type: String, default: null },
    at: { type: Date, required: true },
  },
  { _id: false, strict: 'throw' },
)

const zoneSchema = new Schema<DnsZone>(
  { name: { type: String, required: true }, nameServers: { type: [String], required: true } },
  { _id: false, strict: 'throw' },
)

const senderDomainSchema = new Schema<SenderDomainRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    domain: { type: String, required: true },
    verified: { type: Boolean, required: true, default: false },
    status: { type: String, enum: DOMAIN_STATUSES },
    ownershipToken: String,
    hasMadeIdentity: { type: Boolean, default: false },
    dkimTokens: { type: [String], default: [] },
    mailFromDomain: { type: String, default: null },
    found: { type: [String], default: [] },
    answers: { type: [answerSchema], default: [] },
    zone: { type: zoneSchema, default: null },
    isTaken: { type: Boolean, default: false },
    misses: { type: Number, default: 0 },
    nextCheckAt: { type: Date, default: null },
    lastCheckedAt: { type: Date, default: null },
    firstVerifiedAt: { type: Date, default: null },
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
// The owners of a received message, and the other projects that use a domain.
senderDomainSchema.index({ domain: 1, verified: 1 })
// The rounds of checks: the domains that are due, the longest waiting first.
senderDomainSchema.index({ nextCheckAt: 1, _id: 1 })
// GET /domains/project/{projectId}, newest first.
senderDomainSchema.index({ projectId: 1, createdAt: -1, _id: -1 })
leaveUnsharded(senderDomainSchema, DIRECTORY)

export const SenderDomain = ownedModel<SenderDomainRecord>('SenderDomain', senderDomainSchema)
