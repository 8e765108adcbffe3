import { DailyCount, dailyCountId, originCountId, type OriginCounts } from '../../models/daily-count.js'
import { daysFrom } from '../../models/domain/calendar.js'
import { Template } from '../../models/template.js'
import { Workflow } from '../../models/workflow.js'
import { MAX_RANGE_DAYS, type DayRange } from './read-days.js'

/** The template or the workflow whose emails are counted. */
export interface CountedOrigin {
  origin: 'template' | 'workflow'
  id: string
}

/** The outcomes of the emails of a template or a workflow, with rates in percent of the sent emails. */
export interface RatedOrigin {
  id: string
  name: string
  sent: number
  delivered: number
  opened: number
  clicked: number
  bounced: number
  complained: number
  deliveryRate: number
  openRate: number
  clickRate: number
  bounceRate: number
  complaintRate: number
}

const COUNTERS = ['sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained'] as const
const MODELS = {
  template: { name: Template.collection.name },
  workflow: { name: Workflow.collection.name },
} as const

/** The counters of a template or a workflow by the days of a range. A day without counters is missing. */
export async function readOriginDays(
  { projectId, zone, first, last }: DayRange,
  { origin, id }: CountedOrigin,
): Promise<ReadonlyMap<string, OriginCounts>> {
  const ids = daysFrom(first, last, MAX_RANGE_DAYS).map((day) =>
    originCountId(dailyCountId(projectId, zone, day), origin, id),
  )
  const counted = await DailyCount.find({ _id: { $in: ids }, projectId }, { date: 1, outcomes: 1 }).lean()
  return new Map(counted.map(({ date, outcomes = {} }) => [date, outcomes]))
}

/**
 * The existing templates or workflows of which most emails were sent in a range of days, `limit` of them at most. Their
 * counters are one document for each day with emails.
 */
export async function topOrigins(
  { projectId, zone, first, last }: DayRange,
  origin: CountedOrigin['origin'],
  limit: number,
): Promise<RatedOrigin[]> {
  return DailyCount.aggregate<RatedOrigin>([
    { $match: { projectId, zone, origin, date: { $gte: first, $lte: last } } },
    {
      $group: {
        _id: '$originId',
        ...Object.fromEntries(COUNTERS.map((name) => [name, { $sum: `$outcomes.${name}` }])),
      },
    },
    { $match: { sent: { $gt: 0 } } },
    { $sort: { sent: -1, _id: 1 } },
    {
      $lookup: {
        from: MODELS[origin].name,
        localField: '_id',
        foreignField: '_id',
        pipeline: [{ $match: { projectId } }, { $project: { name: 1 } }],
        as: 'named',
      },
    },
    { $match: { 'named.0': { $exists: true } } },
    { $limit: limit },
    {
      $project: {
        _id: 0,
        id: '$_id',
        name: { $first: '$named.name' },
        ...Object.fromEntries(COUNTERS.map((name) => [name, 1])),
        deliveryRate: rateOf('$delivered'),
        openRate: rateOf('$opened'),
        clickRate: rateOf('$clicked'),
        bounceRate: rateOf('$bounced'),
        complaintRate: rateOf('$complained'),
      },
    },
  ])
}

function rateOf(counter: string) {
  return { $round: [{ $multiply: [{ $divide: [counter, '$sent'] }, 100] }, 2] }
}
