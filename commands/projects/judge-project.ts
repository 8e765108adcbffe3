import { Project } from '../../models/project.js'
import type { Config } from '../../runtime/config.js'
import { findReputation } from '../analytics/reputation.js'
import { PLATFORM_PROJECT_ID } from '../platform/platform.js'
import { switchOff } from './switch-project.js'

/** The measures against a project whose mail harms the installation. */
export interface JudgeSettings {
  /** False: a critical project is only warned. */
  disables: boolean
  /** Whether the members of a disabled project are told by mail. */
  tells: boolean
}

/** The measures by the settings. */
export const judgeSettings = ({ AUTO_PROJECT_DISABLE, PLATFORM_FROM }: Config): JudgeSettings => ({
  disables: AUTO_PROJECT_DISABLE,
  tells: PLATFORM_FROM !== undefined,
})

/**
 * Disables a project whose bounces or complaints have become critical, and lets its members be told once. An outbox
 * entry asks for this, which the transaction of the counters stores: so it is repeated until it was done. The project
 * of the installation is never disabled: strangers can set its mail off, and all users need it. Its operator is warned
 * instead.
 */
export async function judgeProject(projectId: string, { disables, tells }: JudgeSettings): Promise<void> {
  if (!disables || projectId === PLATFORM_PROJECT_ID) return
  const { violations } = await findReputation(projectId)
  if (violations.length === 0 || !(await Project.exists({ _id: projectId, disabled: false }))) return
  await switchOff(projectId, 'EMAIL_REPUTATION', { tells })
}
