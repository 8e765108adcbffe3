import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common'
import type { StepResult } from '../../commands/automation/executions/complete-step.js'
import type { OpenTemplateStep } from '../../commands/automation/executions/open-step.js'
import { beginCall, endCall, failedCallsOf } from '../../commands/automation/executions/step-call.js'
import { webhookSecretOf } from '../../commands/tenancy/projects/webhook-secret.js'
import type { StepRef } from '../../models/domain/next-step.js'
import { webhookLimits } from '../../models/domain/webhook-step.js'
import type { ExecutionRecord } from '../../models/execution.js'
import { skipped } from '../../models/step-execution.js'
import { RenderError } from '../../mail/rendering/render-message.js'
import { WebhookRefused, WebhookUnreachable, type WebhookAnswer } from '../webhook/failures.js'
import type { ExecutionDeps } from './deps.js'
import { renderWebhook, type WebhookRequest } from './render-webhook.js'
import { webhookFailed, webhookSucceeded, type CalledWebhook } from './webhook-outcome.js'

const MAX_URL_LENGTH = 8_192
const MAX_BODY_BYTES = 1024 * 1024
// Failed calls show in Temporal's UI and in the API, so that the log needs no line for each.
const EXPECTED = { category: ApplicationFailureCategory.BENIGN }

/** The execution was ended before the request was sent. */
class CallPrevented extends Error {}

/**
 * Calls the URL of a WEBHOOK step, until `signal` aborts the call. Throws a transient failure while attempts remain, so
 * that Temporal retries; any other result is the outcome of the step. A call counts as an attempt only when its
 * receiver failed, not when a stopping worker or an outage on our side broke it off.
 */
export async function callStepWebhook(
  deps: ExecutionDeps,
  ref: StepRef,
  open: OpenTemplateStep,
  signal: AbortSignal,
): Promise<StepResult> {
  const called: CalledWebhook = { attempts: failedCallsOf(open.execution, ref) + 1, outputs: open.outputs }
  try {
    called.request = requireSendable(await renderWebhook(open))
    const { timeoutMs } = webhookLimits(open.step.config)
    return webhookSucceeded(open, {
      ...called,
      answer: await call(deps, ref, open.execution, { ...called.request, timeoutMs, signal }),
    })
  } catch (error) {
    if (error instanceof CallPrevented) return skipped('cancelled')
    if (signal.aborted) throw tryAgain('worker stopping')
    if (error instanceof RenderError) return webhookFailed(open, error.message, called)
    if (error instanceof WebhookRefused) return webhookFailed(open, error.message, { ...called, answer: error.answer })
    if (!(error instanceof WebhookUnreachable)) throw error
    if (called.attempts < webhookLimits(open.step.config).maxAttempts) throw tryAgain(error.message, error.retryAfterMs)
    return webhookFailed(open, error.message, { ...called, answer: error.answer })
  }
}

/** The failure of the activity after a final failure of its call, with a message free of personal data. */
export function failedForGood(reason: string): ApplicationFailure {
  return ApplicationFailure.create({ message: reason, type: 'WEBHOOK_FAILED', nonRetryable: true, ...EXPECTED })
}

function tryAgain(reason: string, afterMs?: number): ApplicationFailure {
  const delay = afterMs === undefined ? {} : { nextRetryDelay: afterMs }
  return ApplicationFailure.create({ message: reason, type: 'WEBHOOK_UNREACHABLE', ...delay, ...EXPECTED })
}

async function call(
  { webhooks, settings }: ExecutionDeps,
  ref: StepRef,
  execution: Pick<ExecutionRecord, 'contactId'>,
  request: WebhookRequest & { timeoutMs: number; signal: AbortSignal },
): Promise<WebhookAnswer> {
  const { projectId, executionId, sequence } = ref
  const secret = await webhookSecretOf(projectId, settings.encryptionKeys)
  // All attempts share the id, also after a retry of the execution.
  const id = `${executionId}:${sequence}`
  let hasFailed = false
  try {
    return await webhooks.call({
      ...request,
      signing: { secret, id, sentAt: new Date() },
      idempotencyKey: id,
      mayLeave: async () => {
        if (!(await beginCall(ref, execution))) throw new CallPrevented()
      },
    })
  } catch (error) {
    hasFailed = error instanceof WebhookUnreachable && !request.signal.aborted
    throw error
  } finally {
    await endCall(ref, execution, hasFailed)
  }
}

function requireSendable(request: WebhookRequest): WebhookRequest {
  if (request.url.length > MAX_URL_LENGTH) throw new WebhookRefused('URL longer than 8 KB')
  if (Buffer.byteLength(request.body ?? '') > MAX_BODY_BYTES) throw new WebhookRefused('request body above 1 MB')
  return request
}
