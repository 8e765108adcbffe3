import { z } from 'zod'
import { ConditionField } from './condition.js'
import { cursorList } from './pagination.js'
import { ContactDetailResponse, Searched } from './contact.js'
import { Id } from './ids.js'
import { SearchText } from './text.js'

const MAX_CURSOR_LENGTH = 2_000

/** Whether a search text is the beginning of an address or a domain, or any part of the address. */
export const Match = z.enum(['prefix', 'contains'])

/** The parts of a filter of contacts; all that are given have to hold. */
export const FILTER = {
  search: SearchText.optional().meta({
    description:
      'With the match `prefix`: the start of the address or its domain; with a leading `@`, of the domain only. ' +
      'With `contains`: any part of the address. Both also find contacts with each word of the text at the start of a ' +
      'word of the name (`name`, or `first name` and `last name` in any common spelling) or of the address, in any ' +
      'order, ignoring case and accents.',
  }),
  subscribed: z.boolean().optional(),
  snoozed: z.boolean().optional().meta({
    description: 'Whether the contact has paused marketing email and is unsubscribed until the pause ends.',
  }),
  suppressed: z.boolean().optional().meta({ description: 'Whether the address is suppressed.' }),
  segmentId: Id.optional().meta({ description: 'Contacts in this segment at the time of the request.' }),
  importId: Id.optional().meta({
    description: 'Contacts whose address is in the file of this import, unless a later import had them too.',
  }),
  condition: ConditionField.optional(),
}

/** The contacts to find, and the page of them. */
export const ContactSearch = z
  .object({
    ...FILTER,
    match: Match.default('prefix'),
    limit: z.int().min(1).max(100).default(20),
    cursor: z.string().min(1).max(MAX_CURSOR_LENGTH).optional(),
  })
  .meta({ id: 'ContactSearch' })

/** One page of the contacts that were found. */
export const ContactSearchResponse = cursorList(ContactDetailResponse).extend({
  totalIsCapped: z.boolean().meta({
    description:
      'True if there may be more contacts than `total`. Counting stops at 1,000, after two seconds, or when the page ' +
      'ended early (`searched`).',
    examples: [false],
  }),
  searched: Searched.nullable().meta({
    description:
      'Set if the page ended early because no index has the condition: it can have fewer contacts than `limit`, or ' +
      'none. Continue with its `cursor` to search the next contacts. Null for a full page and for the last one.',
  }),
})
