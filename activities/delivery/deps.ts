import type { ComposedMessage } from '../../mail/compose/message.js'
import type { AddressSettings } from '../../mail/links/address-settings.js'
import type { DeferralReason } from '../../models/domain/deferral.js'
import type { Limiter } from '../../runtime/concurrency/limiter.js'
import type { EmailRecord } from '../../models/email.js'
import type { EmailProvider } from '../providers/provider.js'
import type { FactRecorder } from './fact-recorder.js'
import type { AcquirePermits } from '../send-rate/send-rate.js'
import type { Eligible } from './check-eligibility.js'

/** A message for the provider. */
export type ComposedEmail = ComposedMessage

/** Renders an email for its recipient and composes the message, or answers the reason why it cannot be composed. */
export type ComposeEmail = (email: EmailRecord, eligible: Eligible) => Promise<ComposedEmail | { reason: string }>

/** Dependencies of deliveries. */
export interface DeliveryDeps {
  provider: EmailProvider
  recorder: FactRecorder
  /** Limits the rate of sends. */
  acquirePermits: AcquirePermits
  /** Limits concurrent submissions to the provider, so that a waiting email can still be cancelled. */
  limitSubmissions: Limiter
  compose: ComposeEmail
  /** Called with errors of composition that neither template nor recipient caused; to be logged. */
  onFailure: (error: unknown, email: EmailRecord) => void
  settings: DeliverySettings
  /** Whether the worker has begun to stop: from then on it claims and submits no email. */
  isStopping: () => boolean
}

export interface DeliverySettings extends AddressSettings {
  /** Whether mail may go out from reserved test domains. */
  allowTestDomains: boolean
  /** How long an unknown outcome waits for the provider's event. */
  ambiguousWaitMs: number
  ambiguousPolicy: 'by-type' | 'resend' | 'hold'
  /** Whether projects may have limits on their emails. */
  hasBilling: boolean
  /** How long one call to the provider may take. */
  providerTimeoutMs: number
}

/** The result of delivering one email. */
export type DeliveryResult =
  | { state: 'sent' }
  | { state: 'withheld'; status: 'SKIPPED' | 'SUPPRESSED' | 'FAILED'; reason: string }
  | Deferred

/**
 * The email waits for its next attempt: the provider did not accept it, it could not be composed, or the cause is no
 * failure (a permit, the end of a pause, the outcome of an earlier attempt). `detail` says in words what happened,
 * where `reason` does not. When a worker stops, another worker makes the next attempt at once.
 */
export interface Deferred {
  state: 'deferred'
  cause: 'provider' | 'composition' | 'wait'
  reason: DeferralReason | 'worker_stopping'
  detail?: string
  retryAfterMs: number
}
