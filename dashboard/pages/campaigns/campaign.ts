import type { Answer } from '../../api/client.js'

/** A campaign as the API answers it. */
export type Campaign = Answer<'GET /campaigns/:id'>

/** A campaign of the list, with the name of its segment. */
export type ListedCampaign = Answer<'GET /campaigns'>['data'][number]

/** The counts and rates of a campaign. */
export type CampaignStats = Answer<'GET /campaigns/:id/stats'>

/** Every status of a campaign, in the order of its life cycle. */
export const CAMPAIGN_STATUSES = ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'] as const
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number]

/** A status of the dashboard: the API counts a paused campaign as sending. */
export type ShownStatus = CampaignStatus | 'PAUSED'

/** The displayed status. */
export function shownStatus({ status, pausedAt }: Pick<Campaign, 'status' | 'pausedAt'>): ShownStatus {
  return status === 'SENDING' && pausedAt !== null ? 'PAUSED' : status
}

/** The number of recipients with an outcome. */
export function resolvedOf(counts: Pick<Campaign, 'sentCount' | 'failedCount' | 'skippedCount'>): number {
  return counts.sentCount + counts.failedCount + counts.skippedCount
}

/** A share in percent; null without a whole to compare with. */
export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : (100 * part) / whole
}
