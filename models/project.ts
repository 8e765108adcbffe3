import { model, Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'
import type { BillingLimits, BillingSubscription } from './domain/billing.js'
import type { Brand } from './domain/design/design.js'
import type { ProjectUtm } from './domain/utm.js'
import { DIRECTORY, leaveUnsharded } from './shard-key.js'

/** The reasons for which a project can be disabled. */
export const DISABLED_REASONS = ['PAYMENT_FAILED', 'EMAIL_REPUTATION', 'MANUAL'] as const

/** The reason for which a project is disabled. */
export type DisabledReason = (typeof DISABLED_REASONS)[number]

/**
 * The reset or deletion of a project that is in progress. The job compares `jobId`, because a later job may replace it.
 */
export interface ProjectErasure {
  kind: 'RESET' | 'DELETE'
  jobId: string
  /** The state of the project before. A reset restores it. */
  before: Pick<ProjectRecord, 'disabled' | 'disabledReason'>
}

/** The customer and subscription of a project at Stripe, and the limits that its members have set. */
export interface ProjectBilling {
  /** Increased by each state that is copied from Stripe, so that an older state never replaces a newer one. */
  revision?: number
  customerId?: string
  subscription?: BillingSubscription | null
  /** The most emails of a calendar month by category; a missing category is not limited. */
  limits?: Partial<BillingLimits>
  /** The number of emails reported to the meter so far, and the report that is being sent. */
  meter?: { reported: number; next?: { identifier: string; emails: number; at: Date } }
}

/** A tenant: the owner of keys, contacts and messages. Keys are stored as hashes, and encrypted for display. */
export interface ProjectRecord {
  _id: string
  name: string
  publicKeyHash: string
  publicKeySealed: string
  secretKeyHash: string
  secretKeySealed: string
  /**
   * Secret that signs the project's webhooks; null for the project of the installation, and for a project that is being
   * deleted.
   */
  webhookSecretSealed: string | null
  disabled: boolean
  disabledReason: DisabledReason | null
  /** When the project was last disabled and enabled. Events of the time between start nothing, also not later. */
  disabledAt?: Date
  enabledAt?: Date
  /**
   * When the project was last enabled: bounces and complaints about older mail are excluded from the levels of its
   * reputation. Missing while it was never disabled.
   */
  judgedSince?: Date
  language: string
  tracking: 'ENABLED' | 'DISABLED' | 'MARKETING_ONLY'
  timezone: string
  /** Whether `subscribed: true` by the public key also changes existing contacts, and not only new ones. */
  publicKeyMayResubscribe: boolean
  /** How the messages of the project look; missing before it was set. */
  brand?: Brand
  /** The UTM parameters that a new campaign gets in place of its own; missing without any. */
  utm?: ProjectUtm
  /** Increased by each addition of what a quota counts in the directory, so that these wait for each other. */
  admissions?: number
  /** The number of the latest campaign that began to be sent; missing before the first. */
  campaignNumber?: number
  /** The time when a key was first used. */
  keyUsedAt?: Date
  /** When each key of the pair was last used, to the hour; a key that was never used is missing. */
  keyUses?: { public?: Date; secret?: Date }
  /** The project is disabled while this field is present. */
  erasure?: ProjectErasure
  billing?: ProjectBilling
  createdAt: Date
  updatedAt: Date
}

const projectSchema = new Schema<ProjectRecord>(
  {
    _id: { type: String, default: newId },
    name: { type: String, required: true },
    publicKeyHash: { type: String, required: true },
    publicKeySealed: { type: String, required: true },
    secretKeyHash: { type: String, required: true },
    secretKeySealed: { type: String, required: true },
    webhookSecretSealed: { type: String, default: null },
    disabled: { type: Boolean, required: true, default: false },
    disabledReason: { type: String, default: null },
    disabledAt: Date,
    enabledAt: Date,
    judgedSince: Date,
    language: { type: String, required: true, default: 'en' },
    tracking: { type: String, required: true, default: 'ENABLED' },
    timezone: { type: String, required: true, default: 'UTC' },
    publicKeyMayResubscribe: { type: Boolean, required: true, default: true },
    brand: { type: Schema.Types.Mixed, default: undefined },
    utm: { type: Schema.Types.Mixed, default: undefined },
    admissions: Number,
    campaignNumber: Number,
    keyUsedAt: Date,
    keyUses: { type: Schema.Types.Mixed, default: undefined },
    erasure: { type: Schema.Types.Mixed, default: undefined },
    billing: { type: Schema.Types.Mixed, default: undefined },
  },
  { collection: 'projects', timestamps: true, strict: 'throw', minimize: false },
)
// Every request with a public key: the project of the key.
projectSchema.index({ publicKeyHash: 1 }, { unique: true })
// Every request with a secret key: the project of the key.
projectSchema.index({ secretKeyHash: 1 }, { unique: true })

// The ids of the disabled projects, which every gateway keeps in memory. The index contains only those.
projectSchema.index({ disabled: 1, _id: 1 }, { partialFilterExpression: { disabled: true } })

// POST /webhooks/incoming/billing: the project of a customer. The index contains only projects with a customer.
projectSchema.index(
  { 'billing.customerId': 1 },
  { unique: true, partialFilterExpression: { 'billing.customerId': { $gt: '' } } },
)
leaveUnsharded(projectSchema, DIRECTORY)

export const Project = model('Project', projectSchema)
