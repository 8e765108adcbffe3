import { contactTotals } from '../../../commands/audience/contacts/contact-totals.js'
import { searchContacts } from '../../../commands/audience/contacts/search-contacts.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { decodeCursor, encodeCursor } from '../../http/request/cursor.js'
import { presentListedContacts } from '../../presenters/listed-contacts.js'
import { ContactSearch, ContactSearchResponse } from '../../schemas/contact-filter.js'

export const searchContactsRoute = defineEndpoint({
  operationId: 'searchContacts',
  method: 'post',
  path: '/contacts/search',
  access: 'project',
  effect: 'reads',
  scope: 'read',
  summary: 'Search contacts by text, segment or condition',
  description:
    'A prefix search lists addresses that start with the text, then domains that do, then contacts with a word of the ' +
    'name or address for each word of it. Other lists have the newest contacts first; suppressed contacts are sorted ' +
    'by address. A request goes through some thousand contacts at most. A rare condition, or the match `contains`, can ' +
    'therefore end a page before it is full, with `searched` and a `cursor` that continues from there. Text, segments ' +
    'with stored members, subscriptions, and conditions on whole addresses or times of creation use an index.',
  example: {
    body: {
      search: 'ada',
      limit: 20,
      condition: { logic: 'AND', groups: [{ filters: [{ field: 'subscribed', operator: 'equals', value: true }] }] },
    },
  },
  request: { body: ContactSearch },
  response: ContactSearchResponse,
  errors: ['RESOURCE_NOT_FOUND', 'BAD_REQUEST', 'VALIDATION_ERROR'],
  async handle({ body: { cursor, limit, ...filter } }, { projectId }) {
    const after = decodeCursor(cursor, 'string')
    const page = await searchContacts({ projectId, filter, after, limit })
    const { contacts, next, walked, total, isCapped } = page
    return {
      data: await presentListedContacts(projectId, contacts),
      cursor: next && encodeCursor(next.sortValue, next.id),
      hasMore: next !== null,
      total,
      totalIsCapped: isCapped,
      searched: walked === null ? null : { contacts: walked, of: (await contactTotals(projectId)).contacts },
    }
  },
})
