import { oneOf, searchOf, text, yes } from '../../shared/search-params.js'
import { SERIES_INTERVALS } from './results/intervals.js'

/** Reads the parameters of the page of a campaign from its address. */
export const readCampaignSearch = searchOf({
  /** The review before sending is open. */
  isReviewed: yes,
  /** A scheduled campaign is being edited. */
  isEdited: yes,
  /** The results are by hour or by day. */
  interval: oneOf(SERIES_INTERVALS),
  /** The contact of the preview. */
  as: text,
})
