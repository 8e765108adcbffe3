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
  summary: 'Search contacts by text, segment or condition',
  description:
    'A prefix search lists addresses that start with the text, then domains that do, then contacts with names that ' +
    'match each word of it. Other lists have the newest contacts first; suppressed contacts are sorted by address. ' +
    'To find any part of an address, use the match `contains`, which reads all contacts of the project and returns ' +
    '503 if that takes too long.',
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
