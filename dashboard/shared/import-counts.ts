import { formatNumber } from '../messages/format.js'
import { t } from '../messages/index.js'

/** The rows of an import by what they did. */
export interface ImportCounts {
  created: number
  updated: number
  failed: number
}

/** What the rows of an import did, in words: the same for its page, its toast and its notification. */
export function importCounts({ created, updated, failed }: ImportCounts): string {
  return t.imported.counts(formatNumber(created), formatNumber(updated), formatNumber(failed))
}
