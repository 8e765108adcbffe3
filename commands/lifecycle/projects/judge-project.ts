import { Project } from '../../../models/project.js'
import type { Config } from '../../../runtime/config.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { awaitSends, findReputation } from '../../base/counters/reputation.js'
import { notifySeldom } from '../../base/notifications/notify.js'
import { pauseHarmful } from '../../sending/campaigns/judge-campaigns.js'
import { PLATFORM_PROJECT_ID } from '../../base/records/platform-project.js'
import { switchOff } from './switch-project.js'

const WEEK_MS = 7 * 86_400_000

/** What the installation does about a project whose mail harms its reputation. */
export interface JudgeSettings {
  /** Whether harmful campaigns are paused and critical projects disabled; if not, they are only warned. */
  disables: boolean
  /** Whether the members of a disabled project are told by mail. */
  mailsMembers: boolean
}

/** Reads the `JudgeSettings` from the configuration. */
export const judgeSettings = ({ AUTO_PROJECT_DISABLE, PLATFORM_FROM }: Config): JudgeSettings => ({
  disables: AUTO_PROJECT_DISABLE,
  mailsMembers: PLATFORM_FROM !== undefined,
})

/**
 * Judges a project after bounces or complaints, and after each send while its bounces or complaints would be critical
 * but for the small number of its mails. First the campaigns whose own figures are harmful are paused, and then
 * the project is disabled if what is left is still critical; its members are told once of each. The transaction of the
 * counters stores an outbox entry for this call, so the call is repeated until it succeeds. The project of the
 * installation is never disabled, because strangers can set its mail off and all users need it; the operator is warned
 * instead.
 */
export async function judgeProject(projectId: string, { disables, mailsMembers }: JudgeSettings): Promise<void> {
  if (!disables || projectId === PLATFORM_PROJECT_ID) return
  let judged = await judge(projectId, mailsMembers)
  await awaitSends(projectId, judged.isUndecided)
  // Mail that was sent before the mark was stored may be the hundredth.
  if (judged.isUndecided) judged = await judge(projectId, mailsMembers)
  const { violations, warnings } = judged
  if (violations.length === 0 && warnings.length > 0) await notifyOfWarning(projectId)
  if (violations.length === 0 || !(await Project.exists({ _id: projectId, disabled: false }))) return
  await switchOff(projectId, 'EMAIL_REPUTATION', { mailsMembers })
}

async function judge(
  projectId: string,
  mailsMembers: boolean,
): Promise<{ violations: string[]; warnings: string[]; isUndecided: boolean }> {
  const isCampaignUndecided = await pauseHarmful(projectId, { mailsMembers })
  const { violations, warnings, isUndecided } = await findReputation(projectId)
  return { violations, warnings, isUndecided: isUndecided || isCampaignUndecided }
}

/** Notifies the members of a low reputation, once in a week. */
async function notifyOfWarning(projectId: string): Promise<void> {
  const week = Math.floor(databaseNow().getTime() / WEEK_MS)
  await notifySeldom({ projectId, kind: 'REPUTATION_LOW', key: `reputation:${week}` })
}
