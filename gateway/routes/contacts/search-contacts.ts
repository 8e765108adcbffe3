import { searchContacts } from '../../../commands/audience/contacts/search-contacts.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { decodeCursor, nextCursor } from '../../http/request/cursor.js'
import { presentListedContacts } from '../../presenters/listed-contacts.js'
import { ContactSearch, ContactSearchResponse } from '../../schemas/contact-filter.js'

export const searchContactsRoute = defineEndpoint({
  operationId: 'searchContacts',
  method: 'post',
  path: '/contacts/search',
  access: 'project',
  effect: 'reads',
  scope: 'read',
  summary: 'Find contacts by text, segment or condition',
  description:
    'A search by prefix lists the addresses that begin with the text, those whose domain does, and then the contacts ' +
    'whose name has words that begin with each word of it. Any other list ' +
    'has the newest contacts first, and that of suppressed contacts is in the order of the suppressed addresses. A part of the address is looked for only with the match `contains`, which reads all ' +
    'contacts of the project. Answers 503 if that takes too long.',
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
    const { contacts, last, total, isCapped } = await searchContacts({ projectId, filter, after, limit })
    const hasMore = last !== null
    const next = nextCursor(last ? [last] : [], hasMore, 'email')
    const data = await presentListedContacts(projectId, contacts)
    return { data, cursor: next, hasMore, total, totalIsCapped: isCapped }
  },
})
