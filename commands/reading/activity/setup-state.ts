import { Campaign } from '../../../models/campaign.js'
import { SenderDomain } from '../../../models/sender-domain.js'
import { Template } from '../../../models/template.js'
import { Workflow } from '../../../models/workflow.js'
import { Project } from '../../../models/project.js'
import { contactTotals } from '../../audience/contacts/contact-totals.js'

/** How far a project has been set up. */
export interface SetupState {
  hasVerifiedDomain: boolean
  /** Whether a key of the project has ever been used. */
  hasApiKeyUse: boolean
  contactCount: number
  hasTemplate: boolean
  hasEnabledWorkflow: boolean
  lastCampaignSentAt: Date | null
}

/** How far a project has been set up. */
export async function findSetupState(projectId: string): Promise<SetupState> {
  const [domain, project, totals, template, workflow, campaign] = await Promise.all([
    SenderDomain.exists({ projectId, verified: true }),
    Project.findOne({ _id: projectId }, { keyUsedAt: 1 }).lean(),
    contactTotals(projectId),
    Template.exists({ projectId }),
    Workflow.exists({ projectId, enabled: true }),
    Campaign.findOne({ projectId, sentAt: { $ne: null } }, { sentAt: 1 })
      .sort({ sentAt: -1 })
      .lean(),
  ])
  return {
    hasVerifiedDomain: domain !== null,
    hasApiKeyUse: project?.keyUsedAt !== undefined,
    contactCount: totals.contacts,
    hasTemplate: template !== null,
    hasEnabledWorkflow: workflow !== null,
    lastCampaignSentAt: campaign?.sentAt ?? null,
  }
}
