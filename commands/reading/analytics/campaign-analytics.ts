import { Campaign, type CampaignRecord, type CampaignStatus } from '../../../models/campaign.js'

/** The range of moments in which campaigns began to be sent. */
export interface CampaignRange {
  projectId: string
  from: Date
  /** Not included. */
  to: Date
}

/** A campaign with its counters and rates, in percent of the sent messages. */
export type RatedCampaign = Pick<CampaignRecord, 'name' | 'subject' | 'sentCount' | 'openedCount' | 'clickedCount'> & {
  id: string
  openRate: number
  clickRate: number
}

/** How many campaigns a project has, and their mean rates. */
export interface CampaignTotals {
  total: number
  active: number
  completed: number
  averageOpenRate: number
  averageClickRate: number
}

const ACTIVE: readonly CampaignStatus[] = ['SCHEDULED', 'SENDING']

// A campaign that sent nothing has no rate.
const rate = (counter: string) => ({
  $cond: [{ $gt: ['$sentCount', 0] }, { $multiply: [{ $divide: [counter, '$sentCount'] }, 100] }, null],
})

/** The campaigns of a range with the highest open rates, `limit` of them at most. */
export async function topCampaigns({ projectId, from, to }: CampaignRange, limit: number): Promise<RatedCampaign[]> {
  const rated = await Campaign.aggregate<RatedCampaign>([
    { $match: { projectId, startedAt: { $gte: from, $lt: to }, sentCount: { $gt: 0 } } },
    { $set: { openRate: rate('$openedCount'), clickRate: rate('$clickedCount') } },
    { $sort: { openRate: -1, sentCount: -1, _id: 1 } },
    { $limit: limit },
    {
      $project: {
        _id: 0,
        id: '$_id',
        name: 1,
        subject: 1,
        sentCount: 1,
        openedCount: 1,
        clickedCount: 1,
        openRate: { $round: ['$openRate', 2] },
        clickRate: { $round: ['$clickRate', 2] },
      },
    },
  ])
  return rated
}

/** How many campaigns a project has, and the mean rates of the campaigns that began in a range. */
export async function campaignTotals({ projectId, from, to }: CampaignRange): Promise<CampaignTotals> {
  const isInRange = { $and: [{ $gte: ['$startedAt', from] }, { $lt: ['$startedAt', to] }] }
  const inRange = (counter: string) => ({ $avg: { $cond: [isInRange, rate(counter), null] } })
  const [totals] = await Campaign.aggregate<CampaignTotals>([
    { $match: { projectId } },
    {
      $group: {
        _id: null,
        total: { $sum: 1 },
        active: { $sum: { $cond: [{ $in: ['$status', [...ACTIVE]] }, 1, 0] } },
        completed: { $sum: { $cond: [{ $eq: ['$status', 'SENT'] }, 1, 0] } },
        averageOpenRate: inRange('$openedCount'),
        averageClickRate: inRange('$clickedCount'),
      },
    },
    {
      $project: {
        _id: 0,
        total: 1,
        active: 1,
        completed: 1,
        averageOpenRate: { $round: [{ $ifNull: ['$averageOpenRate', 0] }, 2] },
        averageClickRate: { $round: [{ $ifNull: ['$averageClickRate', 0] }, 2] },
      },
    },
  ])
  return totals ?? { total: 0, active: 0, completed: 0, averageOpenRate: 0, averageClickRate: 0 }
}
