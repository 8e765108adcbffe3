import type { OpenStep, StepResult } from '../../commands/executions/record-step-outcome.js'
import { nextStep } from '../../models/domain/workflow-graph.js'
import type { WebhookAnswer } from '../webhook/failures.js'
import { completed } from './outcomes.js'
import type { WebhookRequest } from './render-webhook.js'

/** A webhook call as far as it came: the request, the number of attempts, and the response. */
export interface CalledWebhook {
  request?: WebhookRequest
  attempts: number
  answer?: WebhookAnswer | undefined
}

/** The outcome of a WEBHOOK step whose call succeeded. */
export function webhookSucceeded(call: CalledWebhook): StepResult {
  return completed(outputOf(call, true), 'success')
}

/**
 * The outcome of a WEBHOOK step whose call finally failed: the execution continues with the transition for `failure`, and
 * is FAILED without one.
 */
export function webhookFailed(open: OpenStep, reason: string, call: CalledWebhook): StepResult {
  const isTaken = nextStep(open.version, open.step.id, 'failure') !== null
  return { status: isTaken ? 'COMPLETED' : 'FAILED', branch: 'failure', output: outputOf(call, false), error: reason }
}

function outputOf({ request, attempts, answer }: CalledWebhook, success: boolean): Record<string, unknown> {
  const { url = null, method = null } = request ?? {}
  const { statusCode = null, response = null, truncated = false } = answer ?? {}
  // `truncated` is part of the output only when the response was cut.
  return { url, method, statusCode, success, response, attempts, ...(truncated ? { truncated } : {}) }
}
