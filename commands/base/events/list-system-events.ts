import { segmentEvents, SYSTEM_EVENTS, type SystemEvent } from '../../../models/domain/event-names.js'
import { Segment } from '../../../models/segment.js'

/**
 * The events that the service itself can record in a project, whether or not one has happened: those of emails,
 * contacts and workflows, and those of the segments that track their members, by their names.
 */
export async function listSystemEvents(projectId: string): Promise<SystemEvent[]> {
  const tracked = await Segment.find({ projectId, trackMembership: true }, { slug: 1, name: 1 })
    .collation({ locale: 'en' })
    .sort({ name: 1, _id: 1 })
    .lean()
  return [...SYSTEM_EVENTS, ...tracked.flatMap(segmentEvents)]
}
