import type { EmailCounts, InvitationCounter } from '../../models/daily-count.js'
import type { EmailRecord } from '../../models/email.js'
import type { SetOff } from '../outbox/set-off.js'

/** An email and the counters (`sentCount`) that facts about it stepped. */
export interface SteppedEmail {
  email: Pick<EmailRecord, '_id' | 'answerableProjectId'>
  counters: readonly string[]
}

const COUNTERS: Partial<Record<string, InvitationCounter>> = {
  sentCount: 'invited',
  bouncedCount: 'invitationsBounced',
  complainedCount: 'invitationsComplained',
}

/**
 * What became of mail of the installation, for the counters of the projects whose members set it off: an entry without
 * an event, which is counted and judged as those of the project's own emails are, once. A deleted project is left out
 * there.
 */
export function countInvitations(stepped: readonly SteppedEmail[]): SetOff[] {
  const byProject = new Map<string, { ids: Set<string>; emailCounts: EmailCounts }>()
  for (const { email, counters } of stepped) {
    const { _id, answerableProjectId } = email
    for (const counter of counters.flatMap((name) => COUNTERS[name] ?? [])) {
      if (answerableProjectId === undefined) continue
      const of = byProject.get(answerableProjectId) ?? { ids: new Set(), emailCounts: {} }
      of.ids.add(_id)
      of.emailCounts[counter] = (of.emailCounts[counter] ?? 0) + 1
      byProject.set(answerableProjectId, of)
    }
  }
  return [...byProject].map(([projectId, { ids, emailCounts }]) => ({
    kind: 'event',
    projectId,
    ids: [...ids],
    emailCounts,
  }))
}
