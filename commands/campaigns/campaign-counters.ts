import type { ClientSession } from 'mongoose'
import { CampaignLink, type CampaignLinkRecord } from '../../models/campaign-link.js'
import type { CampaignRecord } from '../../models/campaign.js'
import {
  DailyCount,
  dailyCountId,
  ORIGIN_COUNTERS,
  originCountId,
  type OriginCounter,
} from '../../models/daily-count.js'
import { daysAfter, daysFrom, startOfDay } from '../../models/domain/calendar.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { MAX_TEMPLATE_LINKS } from '../../mail/links/template-links.js'
import { CAMPAIGN_DAYS } from '../analytics/count-origins.js'
import { dayIn, hourIn } from '../analytics/day-in.js'

type Counted = Pick<CampaignRecord, '_id' | 'projectId' | 'startedAt' | 'createdAt'>

/** The outcomes of a campaign from `start` on, until the next interval begins. */
export type OutcomesOfInterval = Record<OriginCounter, number> & { start: Date }

const HOUR_MS = 3_600_000
const HOURS = 48
const UTC = 'UTC'

/** The links of a campaign that persons followed, the most clicked first. */
export async function readCampaignLinks({ _id: campaignId, projectId }: Counted): Promise<CampaignLinkRecord[]> {
  const links = await CampaignLink.find({ projectId, campaignId })
    .limit(MAX_TEMPLATE_LINKS + 1)
    .lean()
  return links.toSorted((a, b) => b.clicks - a.clicks || (a._id < b._id ? -1 : 1))
}

/**
 * The outcomes of a campaign by hours of a time zone for the first 48, or by its days for the first 90, until now. No
 * interval is left out. A campaign that was not begun has none.
 */
export async function readCampaignTimeseries(
  campaign: Counted,
  zone: string,
  interval: 'hour' | 'day',
): Promise<OutcomesOfInterval[]> {
  if (!campaign.startedAt) return []
  const starts = interval === 'hour' ? hoursFrom(campaign.startedAt, zone) : daysOf(campaign.startedAt, zone)
  const zeros = Object.fromEntries(ORIGIN_COUNTERS.map((name) => [name, 0])) as Record<OriginCounter, number>
  const series = starts.map((start) => ({ start, ...zeros }))
  const last = interval === 'hour' ? HOURS / 24 : CAMPAIGN_DAYS
  const end = (starts.at(-1) ?? campaign.startedAt).getTime() + (interval === 'hour' ? HOUR_MS : 25 * HOUR_MS)
  const counted = await DailyCount.find(
    { _id: { $in: idsOf(campaign, last) }, projectId: campaign.projectId },
    { hours: 1 },
  ).lean()
  for (const [hour, counts] of counted.flatMap(({ hours = {} }) => Object.entries(hours))) {
    const at = Date.parse(hour)
    // Hours of a zone that the project had before may begin within an interval.
    const of = at < end ? series.findLast(({ start }) => start.getTime() <= at) : undefined
    for (const name of ORIGIN_COUNTERS) if (of) of[name] += counts[name] ?? 0
  }
  return series
}

function hoursFrom(startedAt: Date, zone: string): Date[] {
  const first = hourIn(zone, startedAt).getTime()
  const past = Math.floor((databaseNow().getTime() - first) / HOUR_MS) + 1
  return Array.from({ length: Math.min(HOURS, Math.max(1, past)) }, (_, index) => new Date(first + index * HOUR_MS))
}

function daysOf(startedAt: Date, zone: string): Date[] {
  const first = dayIn(zone, startedAt)
  const days = daysFrom(first, dayIn(zone, databaseNow()), CAMPAIGN_DAYS)
  return (days.length > 0 ? days : [first]).map((day) => startOfDay(zone, day))
}

/** Deletes the counters of a campaign by hour and by link. */
export async function deleteCampaignCounters(campaign: Counted, session: ClientSession): Promise<void> {
  const { _id: campaignId, projectId } = campaign
  await CampaignLink.deleteMany({ projectId, campaignId }, { session })
  await DailyCount.deleteMany({ _id: { $in: idsOf(campaign, CAMPAIGN_DAYS) }, projectId }, { session })
}

/** The ids of the counters of a campaign for some days from its begin. */
function idsOf({ _id, projectId, startedAt, createdAt }: Counted, days: number): string[] {
  const first = dayIn(UTC, startedAt ?? createdAt)
  // The first hour may begin on the day before, and the last day is not whole.
  return daysFrom(daysAfter(first, -1), daysAfter(first, days + 1), days + 3).map((date) => {
    return originCountId(dailyCountId(projectId, UTC, date), 'campaign', _id)
  })
}
