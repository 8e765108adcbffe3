import { z } from 'zod'
import { ClearableDataField, DataField } from './data.js'
import { DateTime } from './date.js'
import { EmailAddress } from './email-address.js'
import { idOf } from './ids.js'
import { CursorQuery, cursorList } from './pagination.js'
import { SuppressionResponse } from './suppression.js'
import { SearchText } from './text.js'

const MAX_LOOKED_UP = 500

/** A contact as the API shows it. */
export const ContactResponse = z
  .object({
    id: idOf('contact'),
    email: z.string().meta({ format: 'email', examples: ['ada@example.com'] }),
    subscribed: z.boolean(),
    snoozedUntil: DateTime.nullable().meta({
      description: "When the contact's pause of marketing email ends.",
    }),
    data: z.record(z.string(), z.unknown()).meta({ description: 'Custom fields.', examples: [{ plan: 'pro' }] }),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'Contact' })

/** A contact, and whether its address is suppressed. */
export const ContactDetailResponse = ContactResponse.extend({
  suppression: SuppressionResponse.omit({ email: true })
    .nullable()
    .meta({ description: 'Null if the address is not suppressed.' }),
  optedOut: z.boolean().meta({
    description:
      'Whether an unsubscribed contact chose that itself, by a link, a page or a complaint. A contact that is neither ' +
      'subscribed nor opted out was never subscribed, or a request unsubscribed it.',
  }),
}).meta({ id: 'ContactDetail' })

/** How far a search got that did not read all contacts. */
export const Searched = z
  .object({
    contacts: z
      .int()
      .min(0)
      .meta({ description: 'How many contacts this request went through.', examples: [4_500] }),
    of: z
      .int()
      .min(0)
      .meta({ description: 'How many contacts the project has.', examples: [1_000_000] }),
  })
  .meta({ id: 'Searched' })

/** A page of contacts. */
export const ContactListResponse = cursorList(ContactDetailResponse).extend({
  searched: Searched.nullable().meta({
    description:
      'Null if the list has all contacts that match. Otherwise, if `hasMore` is true, the page ended early: the next ' +
      'one continues after these contacts. If `hasMore` is false, the text was searched inside the words of only the ' +
      'newest addresses. In both cases, `total` only counts what was found so far.',
  }),
})

/** A contact, and whether the request created or found it. */
export const UpsertedContactResponse = ContactResponse.extend({
  _meta: z.object({ isNew: z.boolean(), isUpdate: z.boolean().meta({ examples: [false] }) }),
}).meta({ id: 'UpsertedContact' })

/**
 * The contact to create or change; if omitted, `subscribed` is true for a new contact and unchanged for a known one.
 */
export const ContactUpsert = z
  .object({ email: EmailAddress, subscribed: z.boolean().optional(), data: DataField })
  .meta({ id: 'ContactUpsert' })

/** The fields of a contact to change; an omitted field stays as it is. */
export const ContactPatch = z
  .object({ email: EmailAddress.optional(), subscribed: z.boolean().optional(), data: ClearableDataField })
  .meta({ id: 'ContactPatch' })

/** The query of GET /contacts; an unknown sort or direction counts as the default. */
export const ContactListQuery = CursorQuery.extend({
  search: SearchText.optional(),
  subscribed: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .meta({ override: { type: 'boolean', enum: undefined } }),
  sort: z.enum(['email', 'createdAt']).catch('createdAt'),
  dir: z.enum(['asc', 'desc']).catch('desc'),
})

/** The addresses to look up; invalid addresses count as not found. */
export const ContactLookup = z
  .object({ emails: z.array(z.string()).min(1).max(MAX_LOOKED_UP) })
  .meta({ id: 'ContactLookup' })

/** Each distinct address, as it was first spelled. */
export const ContactLookupResponse = z
  .object({
    found: z.array(z.string()).meta({ examples: [['ada@example.com']] }),
    notFound: z.array(z.string()).meta({ examples: [['bob@example.com']] }),
  })
  .meta({ id: 'ContactLookupResult' })
