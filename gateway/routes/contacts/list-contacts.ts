import { listContacts, type ContactOrder } from '../../../commands/audience/contacts/list-contacts.js'
import { decodeCursor, nextCursor } from '../../http/request/cursor.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentListedContacts } from '../../presenters/listed-contacts.js'
import { ContactDetailResponse, ContactListQuery } from '../../schemas/contact.js'
import { cursorList } from '../../schemas/pagination.js'

export const listContactsRoute = defineEndpoint({
  operationId: 'listContacts',
  method: 'get',
  path: '/contacts',
  access: 'project',
  summary: 'List contacts',
  example: { query: { limit: 20, search: 'ada', sort: 'email', dir: 'asc' } },
  request: { query: ContactListQuery },
  response: cursorList(ContactDetailResponse),
  errors: ['BAD_REQUEST'],
  async handle({ query }, { projectId }) {
    const { sort, cursor, ...rest } = query
    const { contacts, hasMore, total } = await listContacts({ ...rest, ...orderOf(sort, cursor), projectId })
    return {
      data: await presentListedContacts(projectId, contacts),
      cursor: nextCursor(contacts, hasMore, sort),
      hasMore,
      total,
    }
  },
})

function orderOf(sort: ContactOrder['sort'], cursor: string | undefined): ContactOrder {
  if (sort === 'email') return { sort, after: decodeCursor(cursor, 'string') }
  return { sort, after: decodeCursor(cursor, 'date') }
}
