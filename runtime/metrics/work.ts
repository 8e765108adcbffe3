import { counter, histogram } from './registry.js'

const started = counter('posthorn_executions_started_total', 'Executions of workflows that began.')
const retried = counter('posthorn_executions_retried_total', 'Failed executions that were retried.')
const ended = counter('posthorn_executions_ended_total', 'Executions that ended, by status.', {
  status: ['completed', 'exited', 'failed', 'cancelled'],
})
const webhookCalls = counter('posthorn_webhook_requests_total', 'Calls of webhook steps, by outcome.', {
  outcome: ['answered', 'refused', 'unreachable', 'prevented'],
})
const webhookDurations = histogram('posthorn_webhook_request_duration_seconds', 'Time of a call of a webhook step.', {
  buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
})

/** Counts an execution that began. */
export function countExecutionStarted(): void {
  started.inc()
}

/** Counts a failed execution that was retried. */
export function countExecutionRetried(): void {
  retried.inc()
}

/** Counts executions that ended with this status. */
export function countExecutionsEnded(status: string, executions = 1): void {
  ended.inc({ status: status.toLowerCase() }, executions)
}

/**
 * Measures a call of a webhook. `refused`: it would fail again in the same way; `unreachable`: it may succeed later;
 * `prevented`: the step was ended before or during the call.
 */
export function measureWebhook(outcome: 'answered' | 'refused' | 'unreachable' | 'prevented', ms: number): void {
  webhookCalls.inc({ outcome })
  webhookDurations.observe(ms / 1_000)
}
