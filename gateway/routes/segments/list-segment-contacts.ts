import { listMembers } from '../../../commands/audience/segments/list-members.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentContact } from '../../presenters/contact.js'
import { presentOffsetPage } from '../../presenters/offset-page.js'
import { ContactResponse } from '../../schemas/contact.js'
import { OffsetQuery, offsetList } from '../../schemas/pagination.js'
import { SegmentParams } from '../../schemas/segment.js'

export const listSegmentContactsRoute = defineEndpoint({
  operationId: 'listSegmentContacts',
  method: 'get',
  path: '/segments/:id/contacts',
  access: 'project',
  summary: 'List the contacts in a segment, newest first',
  description:
    'For a dynamic segment, the contacts that match its condition now. In projects with more than 10,000 contacts, a ' +
    'changed contact joins or leaves the list within seconds. While the members of a new segment or condition are ' +
    'being computed there, the list contains those among the 10,000 newest contacts of the project.',
  example: { query: { page: 1, pageSize: 20 } },
  request: { params: SegmentParams, query: OffsetQuery },
  response: offsetList(ContactResponse),
  errors: ['RESOURCE_NOT_FOUND', 'BAD_REQUEST'],
  async handle({ params, query }, { projectId }) {
    const { contacts, total } = await listMembers({ ...query, projectId, segmentId: params.id })
    return presentOffsetPage(contacts.map(presentContact), total, query)
  },
})
