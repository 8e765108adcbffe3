import type { JobInput } from './contracts.js'
import { proxySlices, runSlices } from './run-slices.js'

const { removeExecutions } = proxySlices()

/** Removes what is left of a workflow that was deleted, slice by slice. */
export async function deleteWorkflow(input: JobInput): Promise<void> {
  await runSlices(removeExecutions, input, deleteWorkflow)
}
