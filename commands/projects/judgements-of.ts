import type { EmailCounts } from '../../models/daily-count.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import type { SetOff } from '../outbox/set-off.js'

const HARMS = [
  'bounced',
  'complained',
  'invitationsBounced',
  'invitationsComplained',
  'testsBounced',
  'testsComplained',
] as const satisfies (keyof EmailCounts)[]

/**
 * The outbox entries that have projects judged after their events were counted: one for each project with a bounce or a
 * complaint among the events. Projects that are not among the `existing` ones were deleted, and get no entry.
 */
export function judgementsOf(entries: readonly OutboxEntry[], existing: ReadonlySet<string>): SetOff[] {
  const harmed = entries.filter(({ emailCounts = {} }) => HARMS.some((counter) => emailCounts[counter]))
  const ids = [...new Set(harmed.map(({ projectId }) => projectId))].filter((id) => existing.has(id))
  return ids.map((projectId) => ({ kind: 'project', projectId, ids: [projectId] }))
}
