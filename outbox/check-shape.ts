import { z } from 'zod'
import { ORIGINS } from '../models/daily-count.js'
import { OUTBOX_KINDS, type OutboxEntry } from '../models/outbox-entry.js'

const MOST_IDS = 1_000
// Every id of Posthorn is shorter, and Temporal refuses ids of workflows above a thousand characters.
const Id = z.string().min(1).max(255)

const EventShape = z.object({ contactId: Id.nullable(), name: z.string(), depth: z.number() })

const Counts = z.record(z.string(), z.unknown())

const Shape = z
  .object({
    kind: z.enum(OUTBOX_KINDS),
    projectId: Id,
    queueKey: z.string(),
    ids: z.array(Id).min(1).max(MOST_IDS),
    events: z.array(EventShape).optional(),
    emailCounts: Counts.optional(),
    originCounts: z.array(z.object({ origin: z.enum(ORIGINS), id: Id, counts: Counts })).optional(),
    linkClicks: z.array(z.object({ campaignId: Id, url: z.string().nullable() })).optional(),
    contactCounts: z.object({ contacts: z.int(), subscribed: z.int() }).optional(),
    gainedFields: z.array(z.object({ key: z.string(), type: z.string() })).optional(),
    activityAt: z.date().optional(),
    depth: z.number().optional(),
  })
  .refine(hasItsEvents, { path: ['events'] })
  .refine(({ kind, projectId, queueKey }) => queueKey === `${kind}:${projectId}`, { path: ['queueKey'] })

// An entry that only counts has no events.
function hasItsEvents({ kind, ids, events, ...counts }: Pick<OutboxEntry, 'kind' | 'ids' | 'events'>): boolean {
  if (events) return kind === 'event' && events.length === ids.length
  return kind !== 'event' || 'emailCounts' in counts || 'originCounts' in counts || 'linkClicks' in counts
}

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
