import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import type { Tone } from '../../ui/badge.js'
import { importCounts } from '../import-counts.js'
import type { Notification } from './notifications-query.js'

type Subject = Pick<Notification, 'kind' | 'about'>

/** What happened, in words. */
export function notificationText({ kind, about }: Subject): string {
  const { name = '', count, created = 0, updated = 0, failed = 0, what = '', reason = '' } = about
  const reasons: Readonly<Record<string, string>> = t.notifications.reasons
  return t.notifications.texts[kind]({
    name,
    imported: importCounts({ created, updated, failed }),
    count: count === undefined ? '' : formatNumber(count),
    failed: failed === 0 ? '' : formatNumber(failed),
    what,
    reason: reasons[reason] ?? reason,
  })
}

/** How bad the news is. */
export function toneOf({ kind, about }: Subject): Tone {
  if (kind.endsWith('FAILED')) return 'bad'
  switch (kind) {
    case 'CAMPAIGN_PAUSED':
    case 'WORKFLOW_FAILING':
    case 'REPUTATION_LOW':
    case 'USAGE_NEAR_LIMIT':
      return 'warn'
    case 'DOMAIN_LOST':
    case 'PROJECT_DISABLED':
    case 'USAGE_AT_LIMIT':
      return 'bad'
    default:
      return (about.failed ?? 0) > 0 ? 'warn' : 'good'
  }
}
