import { listActivity } from '../../../commands/reading/activity/list-activity.js'
import { readSpan } from '../../../models/domain/moment.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { decodeCursor, encodeCursor } from '../../http/request/cursor.js'
import { ActivityList, ActivityQuery } from '../../schemas/activity.js'

export const listActivityRoute = defineEndpoint({
  operationId: 'listActivity',
  method: 'get',
  path: '/activity',
  access: 'project',
  summary: 'List activity, newest first',
  description:
    'Emails, events, campaigns and workflow activity in one list. `startDate` and `endDate` are inclusive; days and ' +
    "date-times without an offset are in the project's time zone. `total` is exact up to 1,000 of each kind; above " +
    'that, it was counted within the last minute, up to a million, and up to 10,000 opens and clicks. A chain of ' +
    'events that was too long is listed as `workflow.failed` with the reason `loop`. A trigger that a workflow ' +
    'ignored because of its re-entry rules is listed as `workflow.ignored`, once for each contact, workflow and ' +
    'reason: `reentry_not_allowed` if re-entry is off, and `already_active` if the contact was in the workflow. ' +
    'Machine opens and clicks are not listed.',
  request: { query: ActivityQuery },
  response: ActivityList,
  errors: ['BAD_REQUEST'],
  async handle({ query }, { projectId, project: { timezone: zone } }) {
    const { cursor, types = [], contactId, limit, startDate, endDate } = query
    const place = decodeCursor(cursor, 'date')
    const { items, hasMore, total } = await listActivity({
      projectId,
      types,
      contactId,
      limit,
      after: place && { at: place.sortValue, id: place.id },
      from: startDate === undefined ? undefined : readSpan(startDate, zone)?.from,
      to: endDate === undefined ? undefined : readSpan(endDate, zone)?.to,
    })
    const last = items.at(-1)
    return {
      data: items.map(({ at, ...item }) => ({ ...item, timestamp: at.toISOString() })),
      cursor: hasMore && last ? encodeCursor(last.at, last.id) : null,
      hasMore,
      total,
    }
  },
})
