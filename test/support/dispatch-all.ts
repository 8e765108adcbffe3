import { Outbox } from '../../models/outbox-entry.js'
import { dispatchContacts, dispatchEvents } from './outbox.js'

/** Does what changed contacts and new events of a project set off, until nothing is left to do. */
export async function dispatchAll(projectId: string): Promise<void> {
  for (;;) {
    const entries = await Outbox.find({ projectId, kind: { $in: ['contact', 'event'] } }).lean()
    if (entries.length === 0) return
    const idsOf = (kind: string) => entries.flatMap((entry) => (entry.kind === kind ? entry.ids : []))
    await dispatchEvents(idsOf('event'))
    const dispatched = await dispatchContacts(idsOf('contact'))
    await dispatched.complete()
  }
}
