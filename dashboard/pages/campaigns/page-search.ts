import { SERIES_INTERVALS, type SeriesInterval } from './results/intervals.js'

/** What the page of a campaign shows, as its address holds it. */
export interface CampaignSearch {
  /** The review before sending is open. */
  isReviewed?: true | undefined
  /** A scheduled campaign is edited. */
  isEdited?: true | undefined
  /** The results are by hour, or by day. */
  interval?: SeriesInterval | undefined
  /** The contact for whom the preview is made. */
  as?: string | undefined
}

/** Reads what an address says that anybody may have written. */
export function readCampaignSearch({ isReviewed, isEdited, interval, as }: Record<string, unknown>): CampaignSearch {
  return {
    isReviewed: isReviewed === true ? true : undefined,
    isEdited: isEdited === true ? true : undefined,
    interval: SERIES_INTERVALS.find((one) => one === interval),
    as: typeof as === 'string' && as !== '' ? as : undefined,
  }
}
