import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import type { BulkOperation, BulkResult } from './bulk-change.js'

/** A record that could not be changed, and why, in words. */
export interface FailedRecord {
  id: string
  reason: string
}

/** The records that could not be changed. */
export function failuresOf(results: readonly BulkResult[]): FailedRecord[] {
  return results.flatMap(({ id, error }) => (error ? [{ id, reason: reasonOf(error) }] : []))
}

/** The result of a change of many records in words. */
export function bulkSummary(operation: BulkOperation, results: readonly BulkResult[]): string {
  const failures = failuresOf(results)
  const count = results.length - failures.length
  const done = t.bulk.done[operation](formatNumber(count))
  const [first, second] = failures
  if (!first) return done
  const { oneFailed, someFailed, both } = t.bulk
  const failed = second ? someFailed[operation](formatNumber(failures.length)) : oneFailed[operation](first.reason)
  return count === 0 ? failed : both(done, failed)
}

function reasonOf({ code, message, details = {} }: NonNullable<BulkResult['error']>): string {
  const { reasons } = t.bulk
  const { status, reason, workflows, executions } = details
  if (code.endsWith('_NOT_FOUND')) return reasons.gone
  if (status === 'SCHEDULED' || status === 'SENDING') return reasons[status]
  if (reason === 'enabled') return reasons.enabled
  if (typeof executions === 'number') return reasons.executions(executions)
  if (Array.isArray(workflows)) return reasons.usedBy(workflows.map(({ name }: { name: string }) => name).join(', '))
  return details['segments'] || details['campaigns'] ? reasons.used : message
}
