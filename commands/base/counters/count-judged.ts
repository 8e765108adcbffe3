import type { EmailCounts, ExcludedCounter, InvitationCounter, TestCounter } from '../../../models/daily-count.js'
import type { EmailRecord } from '../../../models/email.js'
import type { SetOff } from '../outbox/set-off.js'

/** An email and the counters, such as `sentCount`, that facts about it increased. */
export interface SteppedEmail {
  email: Pick<EmailRecord, '_id' | 'projectId' | 'sourceType' | 'answerableProjectId'>
  counters: readonly string[]
  /** Whether its bounces and complaints are excluded from the levels of the reputation. */
  isExcluded: boolean
}

type Counters<C> = Partial<Record<string, C>>

const INVITATIONS: Counters<InvitationCounter> = {
  sentCount: 'invited',
  bouncedCount: 'invitationsBounced',
  complainedCount: 'invitationsComplained',
}
const TESTS: Counters<TestCounter> = {
  sentCount: 'tests',
  bouncedCount: 'testsBounced',
  complainedCount: 'testsComplained',
}
const EXCLUDED: Counters<ExcludedCounter> = {
  bouncedCount: 'excludedBounces',
  complainedCount: 'excludedComplaints',
}

/**
 * The outbox entries that count what the events of emails do not count: invitations (mail of the installation) for the
 * projects whose members caused them, tests, and harms that a decision has excluded. An entry has no event. It counts
 * once towards the project's counters and reputation, as the entries of the project's emails do. `countDays` ignores
 * the entry of a deleted project.
 */
export function countJudged(emails: readonly SteppedEmail[]): SetOff[] {
  const byProject = new Map<string, { ids: Set<string>; emailCounts: EmailCounts }>()
  for (const { email, counters, isExcluded } of emails) {
    const projectId = email.answerableProjectId ?? email.projectId
    const own = email.answerableProjectId === undefined ? (email.sourceType === 'TEST' ? TESTS : {}) : INVITATIONS
    for (const counter of counters.flatMap((name) => [own[name] ?? [], (isExcluded && EXCLUDED[name]) || []].flat())) {
      const of = byProject.get(projectId) ?? { ids: new Set(), emailCounts: {} }
      of.ids.add(email._id)
      of.emailCounts[counter] = (of.emailCounts[counter] ?? 0) + 1
      byProject.set(projectId, of)
    }
  }
  return [...byProject].map(([projectId, { ids, emailCounts }]) => ({
    kind: 'event',
    projectId,
    ids: [...ids],
    emailCounts,
  }))
}
