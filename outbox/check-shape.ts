import { z } from 'zod'
import { OUTBOX_KINDS, type OutboxEntry } from '../models/outbox-entry.js'

const MOST_IDS = 1_000
// Every id of Posthorn is shorter, and Temporal refuses ids of workflows above a thousand characters.
const Id = z.string().min(1).max(255)

const EventShape = z.object({ contactId: Id.nullable(), name: z.string(), depth: z.number() })

const Shape = z
  .object({
    kind: z.enum(OUTBOX_KINDS),
    projectId: Id,
    queueKey: z.string(),
    ids: z.array(Id).min(1).max(MOST_IDS),
    events: z.array(EventShape).optional(),
    emailCounts: z.record(z.string(), z.unknown()).optional(),
    activityAt: z.date().optional(),
    depth: z.number().optional(),
  })
  .refine(({ kind, ids, events }) => (kind === 'event' ? events?.length === ids.length : events === undefined), {
    path: ['events'],
  })
  .refine(({ kind, projectId, queueKey }) => queueKey === `${kind}:${projectId}`, { path: ['queueKey'] })

/** An entry of a shape that no version has stored. The message names the entry and its fields alone. */
export class MalformedEntry extends Error {
  override readonly name = 'MalformedEntry'
}

/** What is wrong with the shape of an entry that was read from the database, or null. */
export function shapeFault(entry: OutboxEntry): MalformedEntry | null {
  const { error } = Shape.safeParse(entry)
  if (!error) return null
  const fields = new Set(error.issues.map(({ path: [field = ''] }) => String(field)))
  return new MalformedEntry(`Outbox entry ${entry._id}: ${[...fields].join(', ')}`)
}
