import { formatNumber, formatRate } from '../../messages/format.js'
import { t } from '../../messages/index.js'

/** A count with its share of the sent emails. */
export function countAndRate(count: number, rate: number): string {
  return t.analytics.countAndRate(formatNumber(count), formatRate(rate))
}
