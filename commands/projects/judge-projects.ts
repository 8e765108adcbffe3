import { Project } from '../../models/project.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import type { Config } from '../../runtime/config.js'
import { findReputation } from '../analytics/reputation.js'
import { switchOff } from './switch-project.js'

/** What is done about the mail of projects that harms the installation. */
export interface JudgeSettings {
  /** False: a critical project is only warned. */
  disables: boolean
  /** Whether the members of a disabled project are told by mail. */
  tells: boolean
}

/** The same by the settings. */
export const judgeSettings = ({ AUTO_PROJECT_DISABLE, PLATFORM_FROM }: Config): JudgeSettings => ({
  disables: AUTO_PROJECT_DISABLE,
  tells: PLATFORM_FROM !== undefined,
})

/**
 * Disables the projects whose bounces or complaints have become critical, of those for which some were just counted, and
 * lets their members be told once.
 */
export async function judgeProjects(
  counted: readonly Pick<OutboxEntry, 'projectId' | 'emailCounts'>[],
  { disables, tells }: JudgeSettings,
): Promise<void> {
  if (!disables) return
  const harmed = counted.filter(({ emailCounts }) => emailCounts?.bounced || emailCounts?.complained)
  for (const projectId of new Set(harmed.map((each) => each.projectId))) {
    const { violations } = await findReputation(projectId)
    if (violations.length === 0 || !(await Project.exists({ _id: projectId, disabled: false }))) continue
    await switchOff(projectId, 'EMAIL_REPUTATION', { tells })
  }
}
