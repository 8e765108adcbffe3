import { counter, histogram } from './registry.js'

const lag = histogram(
  'posthorn_outbox_relay_lag_seconds',
  'Time from the commit of an outbox entry, or its take-over, to the end of its dispatch (the answer of Temporal).',
  { labels: ['kind'], buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] },
)
const dispatched = counter(
  'posthorn_outbox_dispatches_total',
  'Outbox entries dispatched, or failed and left for later.',
  {
    kind: [],
    outcome: [],
  },
)
const takenOver = counter(
  'posthorn_outbox_relays_taken_over_total',
  'Relays that were gone and whose entries this process took over.',
  {},
)

/** Counts an outbox entry whose dispatch has ended, `ms` after it was enqueued. */
export function countDispatched(kind: string, outcome: 'done' | 'failed', ms: number): void {
  dispatched.inc({ kind, outcome })
  if (outcome === 'done') lag.observe({ kind }, ms / 1_000)
}

/** Counts dead relays whose entries this process took over. */
export function countTakenOver(relays: number): void {
  takenOver.inc(relays)
}
