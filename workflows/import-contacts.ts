import type { JobInput } from './contracts.js'
import { proxySlices, runSlices } from './run-slices.js'

const { importRows } = proxySlices()

/** Imports the contacts of a stored CSV file, slice by slice. */
export async function importContacts(input: JobInput): Promise<void> {
  await runSlices(importRows, input, importContacts)
}
