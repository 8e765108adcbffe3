import type { JobInput } from './contracts.js'
import { proxySlices, runSlices } from './run-slices.js'

const { removeMembers } = proxySlices()

/** Lets go of the members of a segment that was deleted, slice by slice. */
export async function deleteSegment(input: JobInput): Promise<void> {
  await runSlices(removeMembers, input, deleteSegment)
}
