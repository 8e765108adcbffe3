import { Project } from '../../models/project.js'
import type { Config } from '../../runtime/config.js'
import { findReputation } from '../analytics/reputation.js'
import { PLATFORM_PROJECT_ID } from '../platform/platform.js'
import { switchOff } from './switch-project.js'

/** What the installation does about a project whose mail harms its reputation. */
export interface JudgeSettings {
  /** Whether a project with critical numbers is disabled; if not, it is only warned. */
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
 * Disables a project whose bounces or complaints have become critical, and notifies its members once. The transaction
 * of the counters stores an outbox entry for this call, so the call is repeated until it succeeds. The project of the
 * installation is never disabled, because strangers can set its mail off and all users need it; the operator is warned
 * instead.
 */
export async function judgeProject(projectId: string, { disables, mailsMembers }: JudgeSettings): Promise<void> {
  if (!disables || projectId === PLATFORM_PROJECT_ID) return
  const { violations } = await findReputation(projectId)
  if (violations.length === 0 || !(await Project.exists({ _id: projectId, disabled: false }))) return
  await switchOff(projectId, 'EMAIL_REPUTATION', { mailsMembers })
}
