import type { Project } from '../../../session/user.js'

/** Whether a project is being emptied: it is disabled meanwhile, and for none of the reasons that last. */
export function isReset({ disabled, disabledReason }: Pick<Project, 'disabled' | 'disabledReason'>): boolean {
  return disabled && disabledReason === null
}
