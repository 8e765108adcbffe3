import type { JobInput } from './contracts.js'
import { proxySlices, runSlices } from './run-slices.js'

const { computeMembers } = proxySlices()

/** Brings the members of a tracked segment up to date, slice by slice. */
export async function computeSegment(input: JobInput): Promise<void> {
  await runSlices(computeMembers, input, computeSegment)
}
