import { Campaign } from '../../models/campaign.js'
import { maySendFrom } from '../../models/commands/emails/check-sender.js'
import { Contact, type ContactRecord } from '../../models/contact.js'
import { isActive } from '../../models/domain/execution-status.js'
import type { EmailRecord } from '../../models/email.js'
import { Execution } from '../../models/execution.js'
import { Project, type ProjectRecord } from '../../models/project.js'
import { Suppression } from '../../models/suppression.js'

/** Why a message must not leave. */
export interface Obstacle {
  status: 'SKIPPED' | 'SUPPRESSED' | 'FAILED'
  reason: string
}

/** Whom a message goes to and in whose name. */
export interface Clearance {
  contact: ContactRecord
  project: ProjectRecord
}

/**
 * Looks, after the claim and right before the hand-over, at everything that may have changed since the message
 * was asked for. Because a cancellation is written before it looks for claims, one of the two sees the other.
 */
export async function findObstacle(
  email: EmailRecord,
  { allowTestDomains }: { allowTestDomains: boolean },
): Promise<Obstacle | Clearance> {
  const { projectId } = email
  const [project, contact, suppression, isCancelled, isOurSender] = await Promise.all([
    Project.findOne({ _id: projectId }).lean(),
    Contact.findOne({ _id: email.contactId, projectId }).lean(),
    Suppression.exists({ projectId, email: email.to }),
    isSourceCancelled(email),
    maySendFrom({ projectId, address: email.from, allowTestDomains }),
  ])
  if (isCancelled) return { status: 'SKIPPED', reason: 'cancelled' }
  if (!project || project.disabled) return { status: 'SKIPPED', reason: 'project_disabled' }
  if (!contact) return { status: 'SKIPPED', reason: 'contact_deleted' }
  if (suppression) return { status: 'SUPPRESSED', reason: 'suppressed' }
  if (email.type !== 'TRANSACTIONAL' && !contact.subscribed) return { status: 'SKIPPED', reason: 'unsubscribed' }
  if (!isOurSender) return { status: 'FAILED', reason: 'domain_not_verified' }
  return { contact, project }
}

async function isSourceCancelled({ projectId, campaignId, executionId }: EmailRecord): Promise<boolean> {
  if (campaignId) {
    const campaign = await Campaign.findOne({ _id: campaignId, projectId }, { status: 1 }).lean()
    return campaign?.status !== 'SENDING'
  }
  if (executionId) {
    const execution = await Execution.findOne({ _id: executionId, projectId }, { status: 1 }).lean()
    return !execution || !isActive(execution.status)
  }
  return false
}
