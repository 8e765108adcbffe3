import type { JobInput } from './contracts.js'
import { proxySlices, runSlices } from './run-slices.js'

const { removeField } = proxySlices()

/** Removes a custom field from every contact that has it, slice by slice. */
export async function deleteField(input: JobInput): Promise<void> {
  await runSlices(removeField, input, deleteField)
}
