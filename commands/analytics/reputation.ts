import { ALL_DAYS, DailyCount, dailyCountId, type EmailCounts } from '../../models/daily-count.js'
import { daysAfter, daysFrom } from '../../models/domain/calendar.js'
import { judgeReputation, type MailCounts, type Reputation } from '../../models/domain/reputation.js'
import { dayIn } from './day-in.js'
import { sentOf } from './read-days.js'

const DAYS = 7
// UTC, because a project must not lose its bad days by a change of its time zone.
const ZONE = 'UTC'

/**
 * The reputation of a project, by the counters of its days in UTC. The invitations of its members count like its mail.
 */
export async function findReputation(projectId: string): Promise<Reputation> {
  const today = dayIn(ZONE, new Date())
  const recent = daysFrom(daysAfter(today, 1 - DAYS), today, DAYS)
  const ids = [...recent, ALL_DAYS].map((date) => dailyCountId(projectId, date))
  const counted = await DailyCount.find({ _id: { $in: ids }, projectId }, { date: 1, emails: 1 }).lean()
  const of = (isWanted: (date: string) => boolean): MailCounts =>
    sumOf(counted.filter(({ date = '' }) => isWanted(date)).map(({ emails = {} }) => emails))
  return judgeReputation({ sevenDay: of((date) => date !== ALL_DAYS), allTime: of((date) => date === ALL_DAYS) })
}

function sumOf(all: readonly EmailCounts[]): MailCounts {
  const sum = { total: 0, bounces: 0, complaints: 0 }
  for (const emails of all) {
    sum.total += sentOf(emails) + (emails.invited ?? 0)
    sum.bounces += (emails.bounced ?? 0) + (emails.invitationsBounced ?? 0)
    sum.complaints += (emails.complained ?? 0) + (emails.invitationsComplained ?? 0)
  }
  return sum
}
