import { z } from 'zod'
import { DataField } from './data.js'
import { EmailAddress } from './email-address.js'
import { CursorQuery } from './pagination.js'
import { SearchText } from './search-text.js'

const date = z.iso.datetime()

/** A contact as the API shows it. */
export const ContactResponse = z.object({
  id: z.string(),
  email: z.string(),
  subscribed: z.boolean(),
  snoozedUntil: date.nullable(),
  data: z.record(z.string(), z.unknown()),
  createdAt: date,
  updatedAt: date,
})

/** A contact, and whether the request made it or found it. */
export const UpsertedContactResponse = ContactResponse.extend({
  _meta: z.object({ isNew: z.boolean(), isUpdate: z.boolean() }),
})

/** The contact to make or change; omitted, `subscribed` is true for a new one and stays as it is otherwise. */
export const ContactUpsert = z.object({
  email: EmailAddress,
  subscribed: z.boolean().optional(),
  data: DataField,
})

/** The query of GET /contacts: an unknown sort or direction falls back. */
export const ContactListQuery = CursorQuery.extend({
  search: SearchText.optional(),
  subscribed: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional(),
  sort: z.enum(['email', 'createdAt']).catch('createdAt'),
  dir: z.enum(['asc', 'desc']).catch('desc'),
})
