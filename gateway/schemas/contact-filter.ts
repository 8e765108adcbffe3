import { z } from 'zod'
import { ConditionField } from './condition.js'
import { cursorList } from './pagination.js'
import { ContactDetailResponse } from './contact.js'
import { Id } from './ids.js'
import { SearchText } from './text.js'

const MAX_CURSOR_LENGTH = 2_000

/** Whether a search text is the beginning of an address or a domain, or any part of the address. */
export const Match = z.enum(['prefix', 'contains'])

/** The parts of a filter of contacts; all that are given have to hold. */
export const FILTER = {
  search: SearchText.optional().meta({
    description:
      'With the match `prefix`: the beginning of the address or of its domain; with `@` first, of the domain alone. ' +
      'With `contains`: any part of the address. With either, words of the name (`name`, or `first name` and ' +
      '`last name` in any usual spelling) by their beginnings, in any order. In any case, and names without accents.',
  }),
  subscribed: z.boolean().optional(),
  snoozed: z.boolean().optional().meta({
    description: 'Whether the contact pauses marketing mail, and is unsubscribed until then.',
  }),
  suppressed: z.boolean().optional().meta({ description: 'Whether the address is suppressed.' }),
  segmentId: Id.optional().meta({ description: 'The contacts in this segment at that moment.' }),
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
    description: 'More contacts were found than `total`: counting ends at 1,000, or after two seconds.',
    examples: [false],
  }),
})
