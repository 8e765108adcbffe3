import { callStepWebhook } from '../../../activities/execution/call-webhook.js'
import type { ExecutionDeps } from '../../../activities/execution/deps.js'
import type { WebhookCall } from '../../../activities/webhook/webhook-client.js'
import type { WebhookAnswer } from '../../../activities/webhook/failures.js'
import type { StepResult } from '../../../commands/automation/executions/complete-step.js'
import type { ContactRecord } from '../../../models/contact.js'
import type { StepRef } from '../../../models/domain/next-step.js'
import type { WebhookConfig } from '../../../models/domain/webhook-step.js'
import type { StepType } from '../../../models/domain/workflow-graph.js'
import { makeStep } from '../../support/graphs.js'
import { enterStep, recordingDeps } from './entered-step.js'

/** An execution in a WEBHOOK step, with a client whose answers a test chooses and which makes no call. */
export interface WebhookStep {
  ref: StepRef
  contact: ContactRecord
  calls: WebhookCall[]
  /** Runs the step until the signal aborts it. `meanwhile` happens right after the step was read. */
  walk: (options?: { signal?: AbortSignal; meanwhile?: () => Promise<void> }) => Promise<StepResult>
}

/** Sets it up. `branches` are the outcomes that have a next step; null is the one for every outcome. */
export async function enterWebhookStep(options: {
  config: WebhookConfig
  respond?: (call: WebhookCall) => WebhookAnswer | Promise<WebhookAnswer>
  branches?: (string | null)[]
  next?: StepType
  contact?: Partial<ContactRecord>
  context?: Record<string, unknown>
}): Promise<WebhookStep> {
  const { config, branches = [], next = 'EXIT', contact: fields = {}, context = {} } = options
  const step = makeStep('WEBHOOK', { name: 'CRM', config: { ...config } })
  const { ref, contact, open } = await enterStep(step, { contact: fields, context, branches, next })
  const calls: WebhookCall[] = []
  const deps: ExecutionDeps = {
    ...recordingDeps().deps,
    webhooks: {
      async call(call: WebhookCall) {
        calls.push(call)
        await call.mayLeave?.()
        return options.respond?.(call) ?? { statusCode: 204, response: null, truncated: false }
      },
      close: () => undefined,
    },
  }
  return {
    ref,
    contact,
    calls,
    async walk({ signal = new AbortController().signal, meanwhile } = {}) {
      const opened = await open()
      await meanwhile?.()
      return callStepWebhook(deps, ref, opened, signal)
    },
  }
}
