import { listEmails } from '../../../commands/emails/list-emails.js'
import { decodeCursor, nextCursor } from '../../http/request/cursor.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentEmail } from '../../presenters/email.js'
import { EmailListQuery, EmailResponse } from '../../schemas/email.js'
import { cursorList } from '../../schemas/pagination.js'

export const listEmailsRoute = defineEndpoint({
  operationId: 'listEmails',
  method: 'get',
  path: '/emails',
  access: 'project',
  summary: 'List emails, newest first',
  description:
    'Lists emails of every source: sends, campaigns, workflows, tests and received mail. `total` is exact up to a ' +
    'thousand; above that it was counted within the last minute, up to a million. A page of the statuses SENDING and ' +
    'SENT is searched among ten thousand emails: it may be short, and the next page continues.',
  example: { query: { limit: 20, status: 'DELIVERED', to: 'ada@example.com' } },
  request: { query: EmailListQuery },
  response: cursorList(EmailResponse).meta({ id: 'EmailList' }),
  errors: ['BAD_REQUEST'],
  async handle({ query }, { projectId }) {
    const { cursor, ...rest } = query
    const { emails, last, total } = await listEmails({ ...rest, projectId, after: decodeCursor(cursor, 'date') })
    const hasMore = last !== null
    return {
      data: emails.map(presentEmail),
      cursor: nextCursor(last ? [last] : [], hasMore, 'createdAt'),
      hasMore,
      total,
    }
  },
})
