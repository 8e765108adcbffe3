import { activityStats } from '../../../commands/reading/activity/activity-stats.js'
import { daysAfter, startOfDay } from '../../../models/domain/calendar.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { ActivityStatsResponse } from '../../schemas/activity.js'
import { DayRangeQuery } from '../../schemas/analytics.js'

export const getActivityStatsRoute = defineEndpoint({
  operationId: 'getActivityStats',
  method: 'get',
  path: '/activity/stats',
  access: 'project',
  summary: 'Get activity totals',
  description:
    "Totals of the days in the range, in the project's time zone; without a range, of all days. An email counts on " +
    'the day it was sent, first opened or first clicked.',
  request: { query: DayRangeQuery },
  response: ActivityStatsResponse,
  errors: ['BAD_REQUEST'],
  async handle({ query: { startDate: first, endDate: last } }, { projectId, project: { timezone: zone } }) {
    const sums = await activityStats(projectId, {
      from: first === undefined ? undefined : startOfDay(zone, first),
      to: last === undefined ? undefined : startOfDay(zone, daysAfter(last, 1)),
    })
    const { totalEmailsSent: sent, totalEmailsOpened: opened, totalEmailsClicked: clicked } = sums
    return { ...sums, openRate: percent(opened, sent), clickRate: percent(clicked, sent) }
  },
})

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((10_000 * part) / whole) / 100
}
