import type { Answer } from '../../api/client.js'

/** A campaign as the API answers it. */
export type Campaign = Answer<'GET /campaigns/:id'>

/** A campaign of the list, with the name of its segment. */
export type ListedCampaign = Answer<'GET /campaigns'>['data'][number]

/** The counts and rates of a campaign. */
export type CampaignStats = Answer<'GET /campaigns/:id/stats'>

/** Every status of a campaign, in the order of its life. */
export const CAMPAIGN_STATUSES = ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'] as const
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number]

/** A status in the words of the dashboard: a campaign that is paused is still being sent by the API. */
export type ShownStatus = CampaignStatus | 'PAUSED'

/** The status that is shown. */
export function shownStatus({ status, pausedAt }: Pick<Campaign, 'status' | 'pausedAt'>): ShownStatus {
  return status === 'SENDING' && pausedAt !== null ? 'PAUSED' : status
}

/** The recipients that have an outcome: nothing is left to do for them. */
export function resolvedOf(counts: Pick<Campaign, 'sentCount' | 'failedCount' | 'skippedCount'>): number {
  return counts.sentCount + counts.failedCount + counts.skippedCount
}

/** A part in percent; null where there is no whole to compare with. */
export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : (100 * part) / whole
}
