import type { RunExecutionInput } from './contracts.js'
import { effects, local, runSteps, webhooks, type StepKinds } from './execution-loop.js'

const kinds: StepKinds = {
  sendEmail: effects.sendStepEmail,
  updateContact: effects.updateStepContact,
  callWebhook: webhooks.callStepWebhook,
  endDelay({ name, followedBy, sequence, retries }, ref) {
    if (!followedBy) return local.completeDelay.executeWithOptions({ summary: `"${name}"` }, [ref])
    // The condition after a delay records the end of the delay with its own outcome.
    const place = { sequence: sequence + 1, ...(retries ? { retries } : {}) }
    return { kind: 'CONDITION', ...followedBy, ...place, endsDelay: true }
  },
}

/**
 * Walks an execution: one contact through one version of a workflow. The activity of each step records its outcome,
 * advances the stored execution and returns the next step, so that the history holds ids and names but no graph.
 */
export async function walkExecution(input: RunExecutionInput): Promise<string> {
  const { status, name } = await runSteps(input, kinds)
  return name === undefined ? status : `${status} · ${name}`
}
