import { timeOf, valueOfTime } from '../../../commands/audience/contacts/contact-parts.js'
import { listContacts, type ContactListing } from '../../../commands/audience/contacts/list-contacts.js'
import type { Position } from '../../../commands/audience/contacts/search-page.js'
import { decodeCursor, encodeCursor } from '../../http/request/cursor.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentListedContacts } from '../../presenters/listed-contacts.js'
import { ContactListQuery, ContactListResponse } from '../../schemas/contact.js'

type Sort = ContactListing['sort']

export const listContactsRoute = defineEndpoint({
  operationId: 'listContacts',
  method: 'get',
  path: '/contacts',
  access: 'project',
  summary: 'List contacts',
  description:
    'With `search`, lists contacts with the text in any part of the address, or with each of its words at the start ' +
    'of a word of the name or the address. In a project with more than some thousand contacts, words, addresses and ' +
    'domains are found by their start among all contacts, and any other part of an address among the newest ' +
    '(`searched`). If very many contacts match, a page can have fewer contacts than `limit`, or none, although ' +
    '`hasMore` is true: continue with its `cursor`.',
  example: { query: { limit: 20, search: 'ada', sort: 'email', dir: 'asc' } },
  request: { query: ContactListQuery },
  response: ContactListResponse,
  errors: ['BAD_REQUEST'],
  async handle({ query }, { projectId }) {
    const { sort, cursor, ...rest } = query
    const page = await listContacts({ ...rest, sort, after: positionOf(sort, cursor), projectId })
    return {
      data: await presentListedContacts(projectId, page.contacts),
      cursor: page.next && cursorOf(sort, page.next),
      hasMore: page.next !== null,
      total: page.total,
      searched: page.searched,
    }
  },
})

function positionOf(sort: Sort, cursor: string | undefined): Position | null {
  if (sort === 'email') return decodeCursor(cursor, 'string')
  const position = decodeCursor(cursor, 'date')
  return position && { sortValue: valueOfTime(position.sortValue), id: position.id }
}

function cursorOf(sort: Sort, position: Position): string {
  return encodeCursor(sort === 'email' ? position.sortValue : timeOf(position), position.id)
}
