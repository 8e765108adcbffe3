import { model, Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'
import type { BillingLimits, BillingSubscription } from './domain/billing.js'

/** Why a project can be disabled. */
export const DISABLED_REASONS = ['PAYMENT_FAILED', 'EMAIL_REPUTATION', 'MANUAL'] as const

/** Why a project is disabled. */
export type DisabledReason = (typeof DISABLED_REASONS)[number]

/**
 * The reset or deletion of a project that is in progress. Its job compares `jobId`, because a later one may replace it.
 */
export interface ProjectErasure {
  kind: 'RESET' | 'DELETE'
  jobId: string
  /** Whether and why the project was disabled before, to which a reset returns it. */
  before: Pick<ProjectRecord, 'disabled' | 'disabledReason'>
}

/** The customer and subscription of a project at Stripe, and the limits that its members have set. */
export interface ProjectBilling {
  /** Increased by each state that is copied from Stripe, so that an older state never replaces a newer one. */
  revision?: number
  customerId?: string
  subscription?: BillingSubscription | null
  /** Emails a calendar month by category; a missing category is not limited. */
  limits?: Partial<BillingLimits>
  /** How many emails have been reported to the meter so far, and the report that is being sent. */
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
   * Secret that signs the project's webhooks; null for the project of the installation, and for one that is deleted.
   */
  webhookSecretSealed: string | null
  disabled: boolean
  disabledReason: DisabledReason | null
  language: string
  tracking: 'ENABLED' | 'DISABLED' | 'MARKETING_ONLY'
  timezone: string
  /** Whether `subscribed: true` by the public key acts on existing contacts too, or on new ones alone. */
  publicKeyMayResubscribe: boolean
  /** Increased by each admission of new names, so that of two concurrent admissions one waits for the other. */
  admissions?: number
  /** The bytes of its images, with those that are still being stored; missing before the first image. */
  uploadedBytes?: number
  /** When a key was first used. */
  keyUsedAt?: Date
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
    language: { type: String, required: true, default: 'en' },
    tracking: { type: String, required: true, default: 'ENABLED' },
    timezone: { type: String, required: true, default: 'UTC' },
    publicKeyMayResubscribe: { type: Boolean, required: true, default: true },
    admissions: Number,
    uploadedBytes: Number,
    keyUsedAt: Date,
    erasure: { type: Schema.Types.Mixed, default: undefined },
    billing: { type: Schema.Types.Mixed, default: undefined },
  },
  { collection: 'projects', timestamps: true, strict: 'throw', minimize: false },
)
// Every request with an API key: the project of the key.
projectSchema.index({ publicKeyHash: 1 }, { unique: true })
projectSchema.index({ secretKeyHash: 1 }, { unique: true })

// The ids of the disabled projects, which every gateway keeps in memory. Holds no other project.
projectSchema.index({ disabled: 1, _id: 1 }, { partialFilterExpression: { disabled: true } })

// POST /webhooks/incoming/billing: the project of a customer. Holds no project without one.
projectSchema.index(
  { 'billing.customerId': 1 },
  { unique: true, partialFilterExpression: { 'billing.customerId': { $gt: '' } } },
)

export const Project = model('Project', projectSchema)
