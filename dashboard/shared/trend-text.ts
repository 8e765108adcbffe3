import { formatRate } from '../messages/format.js'
import { t } from '../messages/index.js'

/** A change in percent in words; null stands for something that did not happen before. */
export function trendText(percent: number | null): string {
  if (percent === null) return t.analytics.newEvent
  if (percent === 0) return t.analytics.same
  return percent > 0 ? t.analytics.more(formatRate(percent)) : t.analytics.less(formatRate(-percent))
}
