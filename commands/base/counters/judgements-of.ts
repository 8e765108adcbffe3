import { BOUNCE_COUNTERS, COMPLAINT_COUNTERS } from '../../../models/daily-count.js'
import type { OutboxEntry } from '../../../models/outbox-entry.js'
import type { SetOff } from '../outbox/set-off.js'

const HARMS = [...BOUNCE_COUNTERS, ...COMPLAINT_COUNTERS]

/**
 * The outbox entries that have projects judged after their events were counted: one for each project with a bounce or a
 * complaint among the events, and for each of the `undecided` ones. Projects that are not among the `existing` ones
 * were deleted, and get no entry.
 */
export function judgementsOf(
  entries: readonly OutboxEntry[],
  existing: ReadonlySet<string>,
  undecided: readonly string[],
): SetOff[] {
  const harmed = entries.filter(({ emailCounts = {} }) => HARMS.some((counter) => emailCounts[counter]))
  const ids = [...new Set([...harmed.map(({ projectId }) => projectId), ...undecided])].filter((id) => existing.has(id))
  return ids.map((projectId) => ({ kind: 'project', projectId, ids: [projectId] }))
}
