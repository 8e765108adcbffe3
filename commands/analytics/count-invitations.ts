import type { ClientSession } from 'mongoose'
import { ALL_DAYS, DailyCount, dailyCountId, type InvitationCounter } from '../../models/daily-count.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { Project } from '../../models/project.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { updateEach } from '../../runtime/mongodb/update-each.js'
import { setOff } from '../outbox/set-off.js'
import { dayIn } from './count-days.js'

const UTC = 'UTC'

/** A counter of an email (`sentCount`) that a fact stepped, and the project that answers for the email, if any. */
export interface SteppedCounter {
  answerableProjectId: string | undefined
  counter: string
}

const COUNTERS: Partial<Record<string, InvitationCounter>> = {
  sentCount: 'invited',
  bouncedCount: 'invitationsBounced',
  complainedCount: 'invitationsComplained',
}

/**
 * Counts what became of mail of the installation against the projects whose members set it off, in the transaction that
 * records the facts, and has projects judged of which some bounced or was complained about. A project that is deleted is
 * left out. Returns the entries of the judgements.
 */
export async function countInvitations(
  stepped: readonly SteppedCounter[],
  session: ClientSession,
): Promise<OutboxEntry[]> {
  const sums = new Map<string, Partial<Record<string, number>>>()
  for (const { answerableProjectId, counter } of stepped) {
    const field = COUNTERS[counter]
    if (answerableProjectId === undefined || field === undefined) continue
    const sum = sums.get(answerableProjectId) ?? {}
    sum[`emails.${field}`] = (sum[`emails.${field}`] ?? 0) + 1
    sums.set(answerableProjectId, sum)
  }
  if (sums.size === 0) return []
  const found = await Project.find({ _id: { $in: [...sums.keys()] } }, { _id: 1 }, { session }).lean()
  const counted = found.map(({ _id: projectId }) => ({ projectId, inc: sums.get(projectId) ?? {} }))
  await updateEach(DailyCount, counted.flatMap(daysOf), session)
  const harmed = counted.filter(({ inc }) => Object.keys(inc).some((field) => field !== 'emails.invited'))
  return setOff(session, ...harmed.map(({ projectId }) => ({ kind: 'project' as const, projectId, ids: [projectId] })))
}

function daysOf({ projectId, inc }: { projectId: string; inc: object }) {
  return [dayIn(UTC, databaseNow()), ALL_DAYS].map((date) => ({
    filter: { _id: dailyCountId(projectId, UTC, date), projectId },
    update: { $inc: inc, $setOnInsert: { zone: UTC, date } },
    upsert: true as const,
  }))
}
