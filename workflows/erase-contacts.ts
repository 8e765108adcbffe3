import type { JobInput } from './contracts.js'
import { proxySlices, runSlices } from './run-slices.js'

const { eraseTraces } = proxySlices()

/** Removes what is personal of contacts that were deleted, slice by slice. */
export async function eraseContacts(input: JobInput): Promise<void> {
  await runSlices(eraseTraces, input, eraseContacts)
}
