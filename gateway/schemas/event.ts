import { z } from 'zod'
import { besideOtherFaults } from './beside-other-faults.js'
import { DataField } from './data.js'
import { dateBound, DateTime } from './date.js'
import { EmailAddress } from './email-address.js'
import { EventName } from './event-name.js'
import { EXAMPLE_IDS, Id, idOf, resourceId } from './ids.js'
import { cursorList, pageLimit } from './pagination.js'
import { PATTERNS } from './text.js'

const DEFAULT_EVENTS = 100
const DEFAULT_EVENTS_OF_CONTACT = 50

/** An event as the API shows it. */
export const EventResponse = z
  .object({
    id: idOf('event'),
    name: z.string().meta({ examples: ['signed up'] }),
    data: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The data of the event.', examples: [{ plan: 'pro' }] }),
    projectId: idOf('project'),
    contactId: idOf('contact').nullable(),
    emailId: idOf('email').nullable(),
    createdAt: DateTime,
  })
  .meta({ id: 'Event' })

/** An event to record: of a contact by its id or address, of the contact of an email, or without a contact. */
export const ReportedEvent = z
  .object({
    name: EventName.optional(),
    event: EventName.optional().meta({
      description: 'Alias of `name`, as in `/v1/track`.',
      examples: ['signed up'],
    }),
    email: EmailAddress.optional().meta({
      description: "The contact's email address. Unknown addresses become new contacts.",
      examples: ['ada@example.com'],
    }),
    contactId: Id.optional().meta({ examples: [EXAMPLE_IDS.contact] }),
    emailId: Id.optional().meta({ description: 'The email the event refers to.' }),
    subscribed: z.boolean().optional(),
    data: DataField,
  })
  .superRefine(({ name, event, email, contactId }, context) => {
    const demand = (field: string): void =>
      context.addIssue({ code: 'custom', path: [field], message: 'Required', params: { code: 'required' } })
    if (name === undefined && event === undefined) demand(email === undefined ? 'name' : 'event')
    // In the form of `/v1/track` the address identifies the contact.
    if (event !== undefined && email === undefined && contactId === undefined) demand('email')
  }, besideOtherFaults)
  .transform(({ name, event, ...rest }) => ({ ...rest, name: event ?? name ?? '' }))
  .meta({
    id: 'ReportedEvent',
    override: {
      anyOf: [
        { title: 'NamedEvent', required: ['name'], properties: { event: { not: {} } }, not: { required: ['event'] } },
        { title: 'EventOfAddress', required: ['event', 'email'] },
        {
          title: 'EventOfContact',
          required: ['event', 'contactId'],
          properties: { email: { not: {} } },
          not: { required: ['email'] },
        },
      ],
    },
  })

/** The query of GET /events; a blank name is no filter. */
export const EventListQuery = z.object({
  limit: pageLimit(DEFAULT_EVENTS),
  cursor: z.string().min(1).optional(),
  eventName: z
    .string()
    .trim()
    .optional()
    .transform((name) => name || undefined),
  contactId: Id.optional(),
  id: Id.optional().meta({ description: 'Finds one event by its id.' }),
})

/** A page of events; `events` repeats `data` for older clients. */
export const EventList = cursorList(EventResponse)
  .extend({ events: z.array(EventResponse).meta({ deprecated: true }) })
  .meta({ id: 'EventList' })

/** The path of a contact's events. */
export const ContactEventParams = z.object({ contactId: resourceId('contact') })

/** The query of GET /events/contact/:contactId. */
export const ContactEventQuery = EventListQuery.pick({ cursor: true }).extend({
  limit: pageLimit(DEFAULT_EVENTS_OF_CONTACT),
})

/** A page of a contact's events. */
export const ContactEvents = z
  .object({ events: z.array(EventResponse), cursor: z.string().nullable(), hasMore: z.boolean() })
  .meta({ id: 'ContactEvents' })

/** The query of GET /events/stats; a date without a time is the whole day in UTC. */
export const EventStatsQuery = z.object({
  startDate: dateBound('A date, or a full date-time.', '2026-03-01'),
  endDate: dateBound('A date (inclusive) or a full date-time.', '2026-03-31'),
})

/** The number of events of each name, the most frequent first. */
export const EventStats = z
  .array(
    z
      .object({ name: z.string().meta({ examples: ['signed up'] }), count: z.int().meta({ examples: [128] }) })
      .meta({ id: 'EventCount' }),
  )
  .meta({ id: 'EventStats' })

/** An event of the service itself. */
const SystemEventName = z
  .object({
    name: z.string().meta({ examples: ['contact.unsubscribed'] }),
    description: z.string().meta({
      description: 'One sentence that says when the event is recorded.',
      examples: ['The contact changed to unsubscribed.'],
    }),
    hasEffects: z.boolean().meta({
      description:
        'Whether the event starts workflows, ends waits and counts as activity of the contact. Other events are ' +
        'only recorded.',
      examples: [true],
    }),
  })
  .meta({ id: 'SystemEventName' })

/** The names of events that have happened, the most frequent first, and those of the service itself. */
export const EventNames = z
  .object({
    eventNames: z.array(z.string()).meta({ examples: [['signed up', 'email.open']] }),
    systemEventNames: z.array(SystemEventName),
  })
  .meta({ id: 'EventNameList' })

/** The path of an event's name. */
export const EventNameParams = z.object({
  eventName: z
    .string()
    .trim()
    .meta({ description: 'The name, URL-encoded.', examples: ['signed up'] }),
})

/** The path of the name of an event that is not one of the service's own. */
export const OwnEventNameParams = z.object({
  eventName: EventNameParams.shape.eventName.meta({
    description: 'The name, URL-encoded. System events cannot be deleted.',
    override: { not: { pattern: PATTERNS.reservedEvent } },
  }),
})

/** The number of deleted events. */
export const EventsDeleted = z.object({ deletedCount: z.int().meta({ examples: [128] }) }).meta({ id: 'EventsDeleted' })
