import type { OpenStep, StepResult } from '../../commands/executions/record-step-outcome.js'
import { nextStep } from '../../models/domain/workflow-graph.js'
import type { WebhookAnswer } from '../webhook/failures.js'
import { completed } from './outcomes.js'
import type { WebhookRequest } from './render-webhook.js'

/** What is known of a call: what was sent, at which attempt, and what came back; each may be missing. */
export interface CalledWebhook {
  request?: WebhookRequest
  attempts: number
  answer?: WebhookAnswer | undefined
}

/** What a WEBHOOK step comes to whose call was answered as it should. */
export function webhookSucceeded(call: CalledWebhook): StepResult {
  return completed(outputOf(call, true), 'success')
}

/**
 * What a WEBHOOK step comes to whose call failed for good: the walk goes on where a transition takes the failure, and
 * ends as FAILED where none does.
 */
export function webhookFailed(open: OpenStep, reason: string, call: CalledWebhook): StepResult {
  const isTaken = nextStep(open.version, open.step.id, 'failure') !== null
  return { status: isTaken ? 'COMPLETED' : 'FAILED', branch: 'failure', output: outputOf(call, false), error: reason }
}

function outputOf({ request, attempts, answer }: CalledWebhook, success: boolean): Record<string, unknown> {
  const { url = null, method = null } = request ?? {}
  const { statusCode = null, response = null, truncated = false } = answer ?? {}
  // A cut is worth a word only where there was one.
  return { url, method, statusCode, success, response, attempts, ...(truncated ? { truncated } : {}) }
}
