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
  summary: 'List what happened, newest first',
  description:
    'Emails, events, campaigns and workflows in one list. The days of `startDate` and `endDate`, and date-times ' +
    'without an offset, are those of the time zone of the project, and both are included. `total` is exact up to a ' +
    'thousand of each kind; above that it was counted within the last minute, up to a million, and up to ten ' +
    'thousand opens and clicks. A chain of events that was refused because it was too long is a `workflow.failed` ' +
    'with the reason `loop`. A trigger that the rules of re-entry made a workflow ignore is a `workflow.ignored`, ' +
    'once for each contact, workflow and reason: `reentry_not_allowed` if the workflow admits no contact twice, and ' +
    '`already_active` if the contact was in it. Opens and clicks of machines are not listed.',
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
