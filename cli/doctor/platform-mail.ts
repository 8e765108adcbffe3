import { findReputation } from '../../commands/base/counters/reputation.js'
import { PLATFORM_PROJECT_ID } from '../../commands/base/records/platform-project.js'
import { Project } from '../../models/project.js'
import type { ValidSettings } from '../../runtime/config.js'
import { fault, ok, warning, type Examine, type Finding } from './examination.js'

/** The mail that the installation sends to its users. No limit of bounces stops this mail: the operator has to. */
export function platformMailChecks({ PLATFORM_FROM: from }: ValidSettings, examine: Examine): Promise<Finding>[] {
  return from === undefined ? [] : [examine('mail to users', platformMail)]
}

async function platformMail(): Promise<Finding> {
  const project = await Project.findOne({ _id: PLATFORM_PROJECT_ID }, { disabled: 1 }).lean()
  if (project?.disabled) {
    return fault(
      'it is disabled: no password resets, confirmations or invitations are sent',
      `posthorn switch-project enable --id ${PLATFORM_PROJECT_ID}`,
    )
  }
  const { levels, sevenDay } = await findReputation(PLATFORM_PROJECT_ID)
  const found = `${sevenDay.total} emails in 7 days, ${sevenDay.bounces} bounced, ${sevenDay.complaints} complaints`
  if (levels.bounce7Day === 'healthy' && levels.complaint7Day === 'healthy') return ok(found)
  return warning(
    found,
    'Check which projects send invitations (collection invitations), and disable them: posthorn switch-project ' +
      'disable --id <id>',
  )
}
