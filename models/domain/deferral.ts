/**
 * The reasons for which an email waits: the closed list that the API, the metrics and Temporal's web UI show.
 * `docs/operating/troubleshoot.md` explains each reason, and the remedies of an operator.
 */
export const DEFERRAL_REASONS = [
  'sending_rate',
  'provider_throttled',
  'provider_unavailable',
  'campaign_paused',
  'project_paused',
  'unknown_outcome',
  'render_capacity',
] as const

export type DeferralReason = (typeof DEFERRAL_REASONS)[number]

/** The reason for which an email waits, since when, and when it is tried again; null when that is unknown. */
export interface Deferral {
  reason: DeferralReason
  since: Date
  retryAt: Date | null
}
