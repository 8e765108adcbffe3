import type { z } from 'zod'
import { unescapeData } from '../../models/domain/fields.js'
import type { EventRecord } from '../../models/event.js'
import type { EventResponse } from '../schemas/event.js'

/** An event as the API shows it. */
export function presentEvent(event: EventRecord): z.input<typeof EventResponse> {
  return {
    id: event._id,
    name: event.name,
    data: unescapeData(event.data ?? {}),
    projectId: event.projectId,
    contactId: event.contactId,
    emailId: event.emailId,
    createdAt: event.createdAt.toISOString(),
  }
}
