import type { RunExecutionInput } from './contracts.js'
import { effects, local, runSteps, webhooks, type StepKinds } from './execution-loop.js'

const kinds: StepKinds = {
  sendEmail: effects.sendEmail,
  updateContact: effects.updateContact,
  callWebhook: webhooks.callWebhook,
  endDelay: ({ name }, ref) => local.completeDelay.executeWithOptions({ summary: `"${name}"` }, [ref]),
}

/** Runs an execution that began under version 0.1, whose delays and exits have activities of their own. */
export async function runExecution(input: RunExecutionInput): Promise<string> {
  return (await runSteps(input, kinds)).status
}
