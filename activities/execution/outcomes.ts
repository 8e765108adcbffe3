import type { StepResult } from '../../commands/executions/complete-step.js'

/** The result of a completed step, with its output and the branch it takes. */
export function completed(output: Record<string, unknown> | null = null, branch: string | null = null): StepResult {
  return { status: 'COMPLETED', branch, output, error: null }
}

/** The result of a skipped step; the execution continues. */
export function skipped(reason: string): StepResult {
  return { status: 'SKIPPED', branch: null, output: { reason }, error: null }
}

/** The result of a failed step, which ends the execution. */
export function failed(error: string): StepResult {
  return { status: 'FAILED', branch: null, output: null, error }
}
