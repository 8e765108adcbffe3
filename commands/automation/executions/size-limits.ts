import type { StepOutput } from './step-runs.js'

// With these limits an execution, and each of its emails with the scope of its template, stays far below the 16 MB of a
// MongoDB document, although BSON is larger than JSON.
const MAX_CONTEXT_BYTES = 256 * 1024
const MAX_OUTPUTS_BYTES = 1024 * 1024
const MAX_ERROR_LENGTH = 1_000

/** The reason of a step whose event would make the context larger than 256 KB as JSON. */
export const CONTEXT_TOO_LARGE = 'context_too_large'

/** The reason of a step whose output would make the outputs of its execution larger than 1 MB as JSON. */
export const OUTPUTS_TOO_LARGE = 'outputs_too_large'

/** Whether a context is at most 256 KB as JSON. The data of one event always fits. */
export function fitsContext(context: Record<string, unknown>): boolean {
  return jsonBytes(context) <= MAX_CONTEXT_BYTES
}

/** Whether the latest outputs of all steps are at most 1 MB as JSON when the output of `stepId` is `output`. */
export function fitOutputs(earlier: readonly StepOutput[], { stepId, output }: StepOutput): boolean {
  const others = earlier.filter((one) => one.stepId !== stepId)
  return others.reduce((sum, one) => sum + jsonBytes(one.output), jsonBytes(output)) <= MAX_OUTPUTS_BYTES
}

/** The stored form of a reason: its first 1,000 characters. */
export function boundReason(reason: string): string {
  return reason.slice(0, MAX_ERROR_LENGTH)
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
