import { SERIES_INTERVALS, type SeriesInterval } from './results/intervals.js'

/** The parameters of the page of a campaign in its address. */
export interface CampaignSearch {
  /** The review before sending is open. */
  isReviewed?: true | undefined
  /** A scheduled campaign is being edited. */
  isEdited?: true | undefined
  /** The results are by hour or by day. */
  interval?: SeriesInterval | undefined
  /** The contact of the preview. */
  as?: string | undefined
}

/** Reads the parameters from the address, which is untrusted input. */
export function readCampaignSearch({ isReviewed, isEdited, interval, as }: Record<string, unknown>): CampaignSearch {
  return {
    isReviewed: isReviewed === true ? true : undefined,
    isEdited: isEdited === true ? true : undefined,
    interval: SERIES_INTERVALS.find((one) => one === interval),
    as: typeof as === 'string' && as !== '' ? as : undefined,
  }
}
