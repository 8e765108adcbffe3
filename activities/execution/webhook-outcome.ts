import type { StepResult } from '../../commands/automation/executions/complete-step.js'
import type { OpenStep } from '../../commands/automation/executions/open-step.js'
import { fitOutputs, OUTPUTS_TOO_LARGE } from '../../commands/automation/executions/size-limits.js'
import type { StepOutput } from '../../commands/automation/executions/step-runs.js'
import { findNextStep } from '../../models/domain/workflow-graph.js'
import { completed } from '../../models/step-execution.js'
import type { WebhookAnswer } from '../webhook/failures.js'
import type { WebhookRequest } from './render-webhook.js'

/** A webhook call: its request, the number of attempts, its response, and the earlier outputs of the steps. */
export interface CalledWebhook {
  request?: WebhookRequest
  attempts: number
  answer?: WebhookAnswer | undefined
  /** The latest outputs of the steps; missing for a call without a response. */
  outputs?: readonly StepOutput[]
}

/**
 * The outcome of a WEBHOOK step whose call succeeded. It fails when its response does not fit beside the other outputs
 * of the execution: later steps may rely on the response.
 */
export function webhookSucceeded(open: OpenStep, call: CalledWebhook): StepResult {
  const output = outputOf(call, true)
  return fits(open, call, output) ? completed(output, 'success') : webhookFailed(open, OUTPUTS_TOO_LARGE, call)
}

/**
 * The outcome of a WEBHOOK step whose call finally failed: the execution continues with the transition for `failure`,
 * and is FAILED without one. The output omits a response that does not fit beside the other outputs.
 */
export function webhookFailed(open: OpenStep, reason: string, call: CalledWebhook): StepResult {
  const isTaken = findNextStep(open.version, open.step.id, 'failure') !== null
  const whole = outputOf(call, false)
  const output = fits(open, call, whole) ? whole : { ...whole, response: null, truncated: true }
  return { status: isTaken ? 'COMPLETED' : 'FAILED', branch: 'failure', output, error: reason }
}

function fits({ step }: OpenStep, { outputs = [] }: CalledWebhook, output: Record<string, unknown>): boolean {
  return fitOutputs(outputs, { stepId: step.id, output })
}

function outputOf({ request, attempts, answer }: CalledWebhook, success: boolean): Record<string, unknown> {
  const { url = null, method = null } = request ?? {}
  const { statusCode = null, response = null, truncated = false } = answer ?? {}
  // `truncated` is part of the output only when the response was cut.
  return { url, method, statusCode, success, response, attempts, ...(truncated ? { truncated } : {}) }
}
