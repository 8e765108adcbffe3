import type { JobInput } from './contracts.js'
import { proxySlices, runSlices } from './run-slices.js'

const { endExecutions } = proxySlices()

/** Ends the executions that were cancelled with all of their workflow, slice by slice. */
export async function cancelExecutions(input: JobInput): Promise<void> {
  await runSlices(endExecutions, input, cancelExecutions)
}
