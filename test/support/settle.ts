import { dispatchContacts } from '../../commands/contacts/dispatch-contacts.js'
import { dispatchEventBatches, dispatchEvents } from '../../commands/events/dispatch-events.js'
import { Contact } from '../../models/contact.js'
import { EventBatch } from '../../models/event-batch.js'
import { Event } from '../../models/event.js'

/** Does what changed contacts and new events of a project set off, until nothing is left to do. */
export async function settle(projectId: string): Promise<void> {
  const waiting = { projectId, 'dispatch.state': 'pending' as const }
  for (;;) {
    const contacts = await Contact.find(waiting, { _id: 1 }).limit(200).lean()
    const events = await Event.find(waiting, { _id: 1 }).limit(200).lean()
    const batches = await EventBatch.find({ projectId }, { _id: 1 }).limit(10).lean()
    if (contacts.length + events.length + batches.length === 0) return
    await dispatchEvents(events.map(({ _id }) => _id))
    await dispatchEventBatches(batches.map(({ _id }) => _id))
    const dispatched = await dispatchContacts(contacts.map(({ _id }) => _id))
    await dispatched.complete()
  }
}
