import { DailyCount } from '../../../models/daily-count.js'
import type { UtcDays } from '../../../models/domain/day-parts.js'
import { Template } from '../../../models/template.js'
import { Workflow } from '../../../models/workflow.js'
import { utcDaysOf, type CountedOrigin, type DayRange } from '../../base/counters/read-days.js'

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

/**
 * The existing templates or workflows of which most emails were sent in a range of days, `limit` of them at most. Their
 * counters are one document for each day with emails.
 */
export async function topOrigins(
  range: DayRange,
  origin: CountedOrigin['origin'],
  limit: number,
): Promise<RatedOrigin[]> {
  const { projectId } = range
  const days = utcDaysOf(range)
  return DailyCount.aggregate<RatedOrigin>([
    { $match: { projectId, origin, $or: datesOf(days) } },
    {
      $group: {
        _id: '$originId',
        ...Object.fromEntries(COUNTERS.map((name) => [name, { $sum: countIn(days, name) }])),
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

/** The filters on the dates of days in UTC. */
function datesOf({ whole, cut }: UtcDays): object[] {
  const ofWhole = whole ? [{ date: { $gte: whole.first, $lte: whole.last } }] : []
  return [...ofWhole, { date: { $in: cut.map(({ date }) => date) } }]
}

/** The count of a document: that of its parts if the range has a part of its day, else that of the day. */
function countIn({ cut }: UtcDays, counter: string): object {
  const ofDay = { $ifNull: [`$outcomes.${counter}`, 0] }
  return cut.reduce<object>((otherwise, day) => {
    const parts = { $objectToArray: { $ifNull: [`$parts.${counter}`, {}] } }
    const quarter = { $toInt: '$$this.k' }
    const isIn = { $and: [{ $gte: [quarter, day.from] }, { $lt: [quarter, day.to] }] }
    const inRange = { $filter: { input: parts, cond: isIn } }
    const ofParts = { $sum: { $map: { input: inRange, in: '$$this.v' } } }
    return { $cond: [{ $eq: ['$date', day.date] }, ofParts, otherwise] }
  }, ofDay)
}
