import type { AddressSettings } from '../../mail/links/address-settings.js'
import type { Limiter } from '../../runtime/concurrency/limiter.js'
import type { EmailRecord } from '../../models/email.js'
import type { EmailProvider } from '../providers/provider.js'
import type { FactRecorder } from './fact-recorder.js'
import type { AcquirePermit } from '../send-rate/send-rate.js'
import type { Eligible } from './check-eligibility.js'

/** A message ready to be handed over. */
export interface ComposedEmail {
  raw: Buffer
  /** As it was rendered for the recipient. */
  subject: string
  /** Whether its opens and clicks come to us. */
  isTracked: boolean
}

/** Fills in an email for its recipient and builds the message, or says why that cannot be done. */
export type ComposeEmail = (email: EmailRecord, eligible: Eligible) => Promise<ComposedEmail | { reason: string }>

/** What delivering takes from outside. */
export interface DeliveryDeps {
  provider: EmailProvider
  recorder: FactRecorder
  /** Holds sends back to the rate that they may leave at. */
  acquirePermit: AcquirePermit
  /** Holds hand-overs back until the provider is free for them, so that what waits can still be called off. */
  limitHandOvers: Limiter
  compose: ComposeEmail
  /** Told what kept a message from being composed that is nobody's fault; to be logged. */
  onFailure: (error: unknown) => void
  settings: DeliverySettings
}

export interface DeliverySettings extends AddressSettings {
  /** Whether mail may go out from names that can never be real. */
  allowTestDomains: boolean
  /** How long the provider's own event is waited for before a message in doubt is decided. */
  ambiguousWaitMs: number
  ambiguousPolicy: 'by-type' | 'resend' | 'hold'
  /** How long one call to the provider may take. */
  providerTimeoutMs: number
}

/** What delivering one email came to. */
export type DeliveryResult =
  { state: 'sent' } | { state: 'withheld'; status: 'SKIPPED' | 'SUPPRESSED' | 'FAILED'; reason: string } | Deferred

/**
 * The message waits: because the provider did not take it, because it could not be composed at the moment, or for
 * something that is no failure (a turn, the end of a pause, news of an earlier attempt).
 */
export interface Deferred {
  state: 'deferred'
  cause: 'provider' | 'composition' | 'wait'
  reason: string
  retryAfterMs: number
}
