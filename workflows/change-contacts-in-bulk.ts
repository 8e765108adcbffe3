import type { JobInput } from './contracts.js'
import { proxySlices, runSlices } from './run-slices.js'

const { changeContacts } = proxySlices()

/** Subscribes, unsubscribes or deletes many contacts, slice by slice. */
export async function changeContactsInBulk(input: JobInput): Promise<void> {
  await runSlices(changeContacts, input, changeContactsInBulk)
}
