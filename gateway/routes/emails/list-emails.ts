import { listEmails } from '../../../commands/sending/emails/list-emails.js'
import { readSpan } from '../../../models/domain/moment.js'
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
    'Lists emails of every source: sends, campaigns, workflows, tests and received email. All filters must match. ' +
    'Use one of `campaignId`, `templateId`, `workflowId` and `sourceType`, or several together with `executionId`, ' +
    '`contactId` or `to`. Other combinations return 422. `startDate` and `endDate` are inclusive; days and ' +
    "date-times without an offset are in the project's time zone. `total` is exact up to 1,000; above that, it was " +
    'counted within the last minute, up to a million. A page is searched among ten thousand emails with the ' +
    'statuses SENDING and SENT, with those of a template or a workflow but BOUNCED, COMPLAINED, FAILED, SUPPRESSED ' +
    'and SKIPPED, for a `search` of other texts than addresses of contacts and ids, and with further filters beside an `executionId`, a `contactId` or a `to`: it may be short, and ' +
    'the next page continues; `total` then counts among the latest ten thousand.',
  example: { query: { limit: 20, status: 'BOUNCED,COMPLAINED', to: 'ada@example.com' } },
  request: { query: EmailListQuery },
  response: cursorList(EmailResponse).meta({ id: 'EmailList' }),
  errors: ['BAD_REQUEST', 'VALIDATION_ERROR'],
  async handle({ query }, { projectId, project: { timezone: zone } }) {
    const { cursor, status: statuses, startDate, endDate, ...rest } = query
    const { emails, last, total } = await listEmails({
      ...rest,
      projectId,
      statuses,
      from: startDate === undefined ? undefined : readSpan(startDate, zone)?.from,
      until: endDate === undefined ? undefined : readSpan(endDate, zone)?.to,
      after: decodeCursor(cursor, 'date'),
    })
    const hasMore = last !== null
    return {
      data: emails.map(presentEmail),
      cursor: nextCursor(last ? [last] : [], hasMore, 'createdAt'),
      hasMore,
      total,
    }
  },
})
