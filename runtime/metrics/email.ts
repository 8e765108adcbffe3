import { counter, histogram } from './registry.js'

const OUTCOMES = ['sent', 'failed', 'skipped', 'suppressed'] as const
const SOURCES = ['transactional', 'campaign', 'workflow', 'test']
/** The kinds of `ProviderError`: why the provider did not accept a message. */
const KINDS = ['throttled', 'temporary', 'permanent', 'unknown']

const sends = counter('posthorn_sends_total', 'Emails whose outcome is recorded, by outcome and source.', {
  outcome: OUTCOMES,
  source: SOURCES,
})
const events = counter(
  'posthorn_email_events_total',
  'Sent emails of which an event was recorded for the first time.',
  {
    event: ['delivered', 'bounced', 'complained', 'opened', 'clicked'],
    source: SOURCES,
  },
)
const deferred = counter('posthorn_sends_deferred_total', 'Deferred attempts to send an email, by reason.', {
  reason: [
    'sending_rate',
    'provider_throttled',
    'provider_unavailable',
    'campaign_paused',
    'project_paused',
    'unknown_outcome',
    'render_capacity',
    'worker_stopping',
  ],
})
const calls = histogram('posthorn_provider_request_duration_seconds', 'Time of a call to the email provider.', {
  labels: ['provider'],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
})
const unmatched = counter('posthorn_unmatched_reports_total', 'Reports of the provider about no known email.', {})
const droppedHits = counter(
  'posthorn_dropped_hits_total',
  'Opens and clicks that were answered and not recorded, by the limit they went beyond.',
  { limit: ['message', 'room'] },
)
const INBOUND = ['stored', 'report', 'unwanted', 'unreadable'] as const
const inbound = counter('posthorn_inbound_messages_total', 'Received messages by outcome.', {
  outcome: INBOUND,
})
const INBOUND_REFUSALS = ['connections', 'dismissed', 'rate', 'room', 'unknown', 'full'] as const
const inboundRefused = counter('posthorn_inbound_refusals_total', 'Answers 4xx and 5xx to mail servers, by reason.', {
  reason: INBOUND_REFUSALS,
})
const refusals = counter('posthorn_provider_refusals_total', 'Calls that the email provider did not accept, by kind.', {
  kind: KINDS,
})

/** Counts an outcome of an email, or an event of a sent one, that was recorded for the first time. */
export function countEmail(kind: string, sourceType: string): void {
  const source = sourceType.toLowerCase()
  if ((OUTCOMES as readonly string[]).includes(kind)) sends.inc({ outcome: kind, source })
  else events.inc({ event: kind, source })
}

/** Counts an email that waits for its next attempt. */
export function countDeferred({ reason }: { reason: string }): void {
  deferred.inc({ reason })
}

/** Counts a notification of the provider that is about no email of this installation. */
export function countUnmatchedReport(): void {
  unmatched.inc()
}

/** Counts a received message by its outcome. */
export function countInbound(outcome: (typeof INBOUND)[number]): void {
  inbound.inc({ outcome })
}

/**
 * Counts a refusal to a mail server: of a connection, because there are too many or it was ended; of a recipient; or of
 * a message, because there was no room for it.
 */
export function countInboundRefused(reason: (typeof INBOUND_REFUSALS)[number]): void {
  inboundRefused.inc({ reason })
}

/** Measures a call to the provider; `refused` is the kind of its refusal. */
export function measureProviderCall(provider: string, ms: number, refused?: string): void {
  calls.observe({ provider }, ms / 1_000)
  if (refused) refusals.inc({ kind: refused })
}

/**
 * Counts an open or click that is not recorded: its message has reached its limit in a minute (`message`), or there is
 * no room on disk and in memory (`room`).
 */
export function countDroppedHit(limit: 'message' | 'room'): void {
  droppedHits.inc({ limit })
}
