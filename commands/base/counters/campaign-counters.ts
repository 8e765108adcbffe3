import type { ClientSession } from 'mongoose'
import { CampaignLink, type CampaignLinkRecord } from '../../../models/campaign-link.js'
import type { CampaignRecord } from '../../../models/campaign.js'
import {
  DailyCount,
  dailyCountId,
  ORIGIN_COUNTERS,
  originCountId,
  type OriginCounter,
} from '../../../models/daily-count.js'
import { daysAfter, daysFrom, startOfDay } from '../../../models/domain/calendar.js'
import { beginOf, quarterOf } from '../../../models/domain/day-parts.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { MAX_TEMPLATE_LINKS } from '../../../mail/links/template-links.js'
import { CAMPAIGN_DAYS } from './count-origins.js'
import { dayIn, hourIn } from './day-in.js'

type Counted = Pick<CampaignRecord, '_id' | 'projectId' | 'startedAt' | 'createdAt'>

/** The outcomes of a campaign from `start` on, until the next interval begins. */
export type OutcomesOfInterval = Record<OriginCounter, number> & { start: Date }

const HOUR_MS = 3_600_000
const HOURS = 48

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
  const { starts, end } = interval === 'hour' ? hoursFrom(campaign.startedAt, zone) : daysOf(campaign.startedAt, zone)
  const zeros = Object.fromEntries(ORIGIN_COUNTERS.map((name) => [name, 0])) as Record<OriginCounter, number>
  const series = starts.map((start) => ({ start, ...zeros }))
  const startMs = starts.map((start) => start.getTime())
  const counted = await DailyCount.find(
    { _id: { $in: idsOf(campaign, interval === 'hour' ? HOURS / 24 : CAMPAIGN_DAYS) }, projectId: campaign.projectId },
    { date: 1, parts: 1 },
  ).lean()
  for (const { date = '', parts = {} } of counted) {
    for (const name of ORIGIN_COUNTERS) {
      for (const [quarter, count] of Object.entries(parts[name] ?? {})) {
        const at = beginOf({ date, quarter: Number(quarter) })
        const of =
          at < end
            ? series[
                Math.max(
                  0,
                  startMs.findLastIndex((ms) => ms <= at.getTime()),
                )
              ]
            : undefined
        if (of) of[name] += count
      }
    }
  }
  return series
}

/** The begins of intervals, and the end of the last one. */
interface Intervals {
  starts: Date[]
  end: Date
}

function hoursFrom(startedAt: Date, zone: string): Intervals {
  const first = hourIn(zone, startedAt).getTime()
  const past = Math.floor((databaseNow().getTime() - first) / HOUR_MS) + 1
  const count = Math.min(HOURS, Math.max(1, past))
  const starts = Array.from({ length: count }, (_, index) => new Date(first + index * HOUR_MS))
  return { starts, end: new Date(first + count * HOUR_MS) }
}

function daysOf(startedAt: Date, zone: string): Intervals {
  const first = dayIn(zone, startedAt)
  const past = daysFrom(first, dayIn(zone, databaseNow()), CAMPAIGN_DAYS)
  const days = past.length > 0 ? past : [first]
  const end = startOfDay(zone, daysAfter(days.at(-1) ?? first, 1))
  return { starts: days.map((day) => startOfDay(zone, day)), end }
}

/** Deletes the counters of a campaign by time and by link. */
export async function deleteCampaignCounters(campaign: Counted, session: ClientSession): Promise<void> {
  const { _id: campaignId, projectId } = campaign
  await CampaignLink.deleteMany({ projectId, campaignId }, { session })
  await DailyCount.deleteMany({ _id: { $in: idsOf(campaign, CAMPAIGN_DAYS) }, projectId }, { session })
}

/** The ids of the counters of a campaign for some days from its begin. */
function idsOf({ _id, projectId, startedAt, createdAt }: Counted, days: number): string[] {
  const first = quarterOf(startedAt ?? createdAt).date
  // The first interval may begin on the day before, and the last day is not whole.
  return daysFrom(daysAfter(first, -1), daysAfter(first, days + 1), days + 3).map((date) => {
    return originCountId(dailyCountId(projectId, date), 'campaign', _id)
  })
}
