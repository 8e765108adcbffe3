import type { ClientSession } from 'mongoose'
import { Campaign } from '../../../models/campaign.js'
import { dailyCountId, originCountId, type CountsOfOrigin } from '../../../models/daily-count.js'
import { partOf, quarterOf } from '../../../models/domain/day-parts.js'
import type { OutboxEntry } from '../../../models/outbox-entry.js'
import type { Update } from '../../../models/update-each.js'

/** For how many days from its begin the outcomes of a campaign are counted by quarters of an hour. */
export const CAMPAIGN_DAYS = 90

const DAY_MS = 86_400_000
// A year and a month, so that a month can be compared with the one a year before.
const KEPT_DAYS = 400

type Addition = Update & { update: { $inc: Record<string, number>; $setOnInsert: object } }

/** The updates that add outbox entries to the counters of the campaigns, templates and workflows of their emails. */
export async function originUpdates(entries: readonly OutboxEntry[], session: ClientSession): Promise<Update[]> {
  const counting = entries.filter(({ originCounts = [] }) => originCounts.length > 0)
  if (counting.length === 0) return []
  const endOf = await endsOfCampaigns(counting, session)
  const updates = new Map<string, Addition>()
  for (const { projectId, createdAt, originCounts = [] } of counting) {
    for (const of of originCounts) {
      if (of.origin === 'campaign' && !(createdAt < (endOf.get(of.id) ?? new Date(0)))) continue
      const { _id, fields, set } = placeOf(projectId, createdAt, of)
      const $setOnInsert = { ...set, origin: of.origin, originId: of.id }
      const update = updates.get(_id) ?? additionTo({ _id, projectId }, $setOnInsert)
      const { $inc } = update.update
      for (const [counter, by] of Object.entries(of.counts)) {
        for (const field of fields(counter)) $inc[field] = ($inc[field] ?? 0) + by
      }
      updates.set(_id, update)
    }
  }
  return [...updates.values()]
}

function additionTo(filter: Update['filter'], $setOnInsert: object): Addition {
  return { filter, update: { $inc: {}, $setOnInsert }, upsert: true }
}

/** The document and its fields that count an origin at a moment, and the fields of a new document. */
function placeOf(projectId: string, at: Date, { origin, id }: CountsOfOrigin) {
  const { date, quarter } = quarterOf(at)
  const _id = originCountId(dailyCountId(projectId, date), origin, id)
  // The hours of a campaign begin at a quarter to the hour in some zones.
  if (origin === 'campaign') {
    return { _id, fields: (counter: string) => [`parts.${counter}.${quarter}`], set: { date } }
  }
  const part = partOf(quarter)
  return {
    _id,
    fields: (counter: string) => [`outcomes.${counter}`, `parts.${counter}.${part}`],
    set: { date, expiresAt: new Date(Date.parse(date) + KEPT_DAYS * DAY_MS) },
  }
}

/** When the counting of each campaign ends. A deleted campaign is missing: its emails have outcomes even later. */
async function endsOfCampaigns(entries: readonly OutboxEntry[], session: ClientSession): Promise<Map<string, Date>> {
  const isCampaign = ({ origin }: CountsOfOrigin): boolean => origin === 'campaign'
  const ids = entries.flatMap(({ originCounts = [] }) => originCounts.filter(isCampaign).map(({ id }) => id))
  if (ids.length === 0) return new Map()
  const projectId = { $in: [...new Set(entries.map((entry) => entry.projectId))] }
  const campaigns = await Campaign.find(
    { _id: { $in: [...new Set(ids)] }, projectId },
    { startedAt: 1, createdAt: 1 },
    { session },
  ).lean()
  return new Map(
    campaigns.map(({ _id, startedAt, createdAt }) => {
      return [_id, new Date((startedAt ?? createdAt).getTime() + CAMPAIGN_DAYS * DAY_MS)]
    }),
  )
}
