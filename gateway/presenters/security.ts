import type { z } from 'zod'
import type { Reputation } from '../../models/domain/reputation.js'
import type { ProjectRecord } from '../../models/project.js'
import type { SecurityResponse } from '../schemas/security.js'

type JudgedProject = Pick<ProjectRecord, '_id' | 'disabled' | 'disabledReason' | 'judgedSince'>

/** The reputation of a project as the API shows it. */
export function presentSecurity(
  { _id: projectId, disabled, disabledReason, judgedSince }: JudgedProject,
  { sevenDay, allTime, judged, levels, violations, warnings }: Reputation,
): z.input<typeof SecurityResponse> {
  const isHealthy = violations.length === 0 && warnings.length === 0
  return {
    status: { projectId, isHealthy, sevenDay, allTime, violations, warnings },
    judged: { since: judgedSince?.toISOString() ?? null, ...judged },
    levels,
    isDisabled: disabled,
    disabledReason,
  }
}
