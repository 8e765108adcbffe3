import type { OutboxEntry } from '../../models/outbox-entry.js'
import type { SetOff } from '../outbox/set-off.js'

/**
 * The judgements that counted events set off: each project with a bounce or a complaint among them is judged anew. A
 * project that is not among the `existing` ones is deleted.
 */
export function judgementsOf(entries: readonly OutboxEntry[], existing: ReadonlyMap<string, unknown>): SetOff[] {
  const harmed = entries.filter(({ emailCounts }) => emailCounts?.bounced || emailCounts?.complained)
  const ids = [...new Set(harmed.map(({ projectId }) => projectId))].filter((id) => existing.has(id))
  return ids.map((projectId) => ({ kind: 'project', projectId, ids: [projectId] }))
}
