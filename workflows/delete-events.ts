import type { JobInput } from './contracts.js'
import { proxySlices, runSlices } from './run-slices.js'

const { removeEvents } = proxySlices()

/** Removes the events of a name, and the summaries of them on contacts, slice by slice. */
export async function deleteEvents(input: JobInput): Promise<void> {
  await runSlices(removeEvents, input, deleteEvents)
}
