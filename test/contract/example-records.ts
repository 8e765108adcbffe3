import type { AnyEndpoint } from '../../gateway/http/endpoint.js'
import { EXAMPLE_IDS } from '../../gateway/schemas/ids.js'
import type { CampaignRecord } from '../../models/campaign.js'
import type { CreatedProject } from '../../models/commands/create-project.js'
import { Execution } from '../../models/execution.js'
import { createCampaign, createContact, createProject, createTemplate, createWorkflow } from '../support/factories.js'
import { makeStep } from '../support/graphs.js'

/** The state in which a campaign has to be for an endpoint to take it, where that is not a draft. */
const CAMPAIGN_STATES: Record<string, Partial<CampaignRecord>> = { cancelCampaign: { status: 'SENDING' } }

/** A project with the records that the examples of an endpoint name, in the states it takes. */
export async function createExampleProject({ operationId, path }: AnyEndpoint): Promise<CreatedProject> {
  const project = await createProject()
  await createExampleRecords(project.id, {
    campaign: CAMPAIGN_STATES[operationId] ?? {},
    hasExecution: path.includes(':executionId'),
  })
  return project
}

/** The records that the examples of the reference name, in a project. */
export async function createExampleRecords(
  projectId: string,
  { campaign, hasExecution }: { campaign: Partial<CampaignRecord>; hasExecution: boolean },
): Promise<void> {
  const contact = await createContact({ projectId, _id: EXAMPLE_IDS.contact, email: 'ada@example.com' })
  await createTemplate({ projectId, _id: EXAMPLE_IDS.template })
  await createCampaign({ projectId, _id: EXAMPLE_IDS.campaign, ...campaign })
  const steps = [
    makeStep('DELAY', { id: EXAMPLE_IDS.step, config: { amount: 1, unit: 'days' } }),
    makeStep('EXIT', { id: EXAMPLE_IDS.nextStep }),
  ]
  const transitions: [] = []
  const workflow = await createWorkflow({ projectId, _id: EXAMPLE_IDS.workflow, steps, transitions })
  if (hasExecution) {
    await Execution.create({
      _id: EXAMPLE_IDS.execution,
      projectId,
      workflowId: workflow._id,
      workflowVersion: workflow.version,
      contactId: contact._id,
      status: 'WAITING',
      currentStepId: EXAMPLE_IDS.step,
      startedAt: new Date(),
      temporalWorkflowId: `execution:${EXAMPLE_IDS.execution}`,
    })
  }
}
