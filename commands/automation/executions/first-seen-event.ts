import { compileEventFilter } from '../../../models/domain/conditions/compile-event-filter.js'
import { Event, type EventRecord } from '../../../models/event.js'
import type { WaitRecord } from '../../../models/wait.js'
import { clockFor } from '../../base/records/project-clock.js'

/** What a wait sees, and has seen. */
export type Waiting = Pick<WaitRecord, 'projectId' | 'contactId' | 'eventName' | 'since' | 'usedEventIds' | 'filter'>

/** The first stored event that a wait sees and whose filter it meets, or null. */
export async function firstSeenEvent(wait: Waiting): Promise<Pick<EventRecord, '_id'> | null> {
  return Event.findOne(
    {
      projectId: wait.projectId,
      contactId: wait.contactId,
      name: wait.eventName,
      createdAt: { $gte: wait.since },
      _id: { $nin: wait.usedEventIds },
      isSilent: { $ne: true },
      // Opens and clicks by machines end no wait; in other events `machine` is a field of the project.
      ...(wait.eventName.startsWith('email.') ? { 'data.machine': { $ne: true } } : {}),
      ...(wait.filter ? compileEventFilter(wait.filter, await clockFor(wait.projectId, [wait.filter])) : {}),
    },
    { _id: 1 },
  )
    .sort({ createdAt: 1, _id: 1 })
    .lean()
}
