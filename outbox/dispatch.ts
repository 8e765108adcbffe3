import { nextStepFor } from '../models/domain/enter-step.js'
import { isActive } from '../models/domain/execution-status.js'
import { hasAllOutcomes } from '../commands/sending/campaigns/finish-campaign.js'
import { inZoneOfProject } from '../commands/automation/executions/first-delay.js'
import { loadState, type ExecutionState } from '../commands/automation/executions/load-state.js'
import { stopCauseOf, stopExecution } from '../commands/automation/executions/stop-cause.js'
import { Campaign, type CampaignRecord } from '../models/campaign.js'
import { Job } from '../models/job.js'
import { loadVersion } from '../commands/automation/workflows/load-version.js'
import { Wait } from '../models/wait.js'
import { scheduleOf } from '../commands/automation/workflows/schedule-of.js'
import { Workflow } from '../models/workflow.js'
import type { Snooze } from '../commands/automation/reactions/dispatch-contacts.js'
import {
  CAMPAIGN_CHANGED,
  EVENT_RECEIVED,
  EXECUTION_RETRIED,
  JOB_EXECUTIONS,
  PRIORITY,
  temporalIds,
  type EndSnoozeInput,
  type JobInput,
  type WalkExecutionInput,
  type SendCampaignInput,
  type StartScheduledInput,
  type WaitEnded,
} from '../workflows/contracts.js'
import type { NamedDocument } from './items.js'
import type { Start, Temporal } from './temporal.js'

/** Starts the Temporal workflow of an execution, signals a retry to it, or cancels it for a cancelled execution. */
export async function dispatchExecution(temporal: Temporal, { id, projectId, trace }: NamedDocument): Promise<void> {
  const state = await loadState({ projectId, executionId: id })
  if (!state) return
  const { execution } = state
  const cause = isActive(execution.status) ? stopCauseOf(state) : null
  const { status } = (cause && (await stopExecution(execution, cause))) ?? execution
  if (status === 'CANCELLED') await temporal.cancel(execution.temporalWorkflowId)
  else if (isActive(status)) await run(temporal, state, trace)
}

async function run(temporal: Temporal, { execution: stored, project }: ExecutionState, trace?: string): Promise<void> {
  const { _id: executionId, projectId, workflowId, contactId } = stored
  const version = await loadVersion(projectId, workflowId, stored.workflowVersion)
  if (!version) throw new Error(`Version ${stored.workflowVersion} of workflow ${workflowId} is missing`)
  // The process that began the execution may have ended before it read the time zone.
  const [execution = stored] = await inZoneOfProject(version, [stored], project?.timezone)
  const input: WalkExecutionInput = {
    projectId,
    executionId,
    versionId: version._id,
    next: nextStepFor(version, execution),
  }
  const start: Start = {
    type: 'walkExecution',
    id: execution.temporalWorkflowId,
    queue: 'executions',
    input,
    summary: version.name,
    kind: 'execution',
    priority: PRIORITY.execution,
    projectId,
    emailWorkflowId: workflowId,
    contactId,
    ...(execution.sourceEventId ? { eventId: execution.sourceEventId } : {}),
    trace,
  }
  // The Temporal workflow of the failed execution may not have ended yet; then it continues after the signal.
  if (execution.retries) await temporal.signalWithStart(start, EXECUTION_RETRIED, { next: input.next })
  else await temporal.start(start)
}

/** Signals an execution that the event of its wait arrived. */
export async function dispatchWait(temporal: Temporal, { id, projectId, trace }: NamedDocument): Promise<void> {
  const wait = await Wait.findOne({ _id: id, projectId }).lean()
  if (!wait) return
  const { sequence, retries } = wait
  const ended: WaitEnded = { sequence, ...(retries ? { retries } : {}) }
  await temporal.signal(temporalIds.execution(wait.executionId), EVENT_RECEIVED, ended, trace)
}

/** Starts the Temporal workflow of a campaign, signals a change to it, or cancels it for a cancelled campaign. */
export async function dispatchCampaign(temporal: Temporal, { id, projectId, trace }: NamedDocument): Promise<void> {
  const campaign = await Campaign.findOne({ _id: id, projectId }).lean()
  const workflowId = temporalIds.campaign(id)
  // The campaign was deleted right after its cancellation.
  if (!campaign) return temporal.cancel(workflowId)
  if (campaign.status === 'CANCELLED') await endCampaign(temporal, campaign, trace)
  else if (campaign.status !== 'SENT') await changeCampaign(temporal, campaign, trace)
}

// The Temporal workflow resolves the claimed recipients. A new workflow does so when the first was ended from outside.
async function endCampaign(temporal: Temporal, campaign: CampaignRecord, trace?: string): Promise<void> {
  const { _id: campaignId, projectId } = campaign
  const workflowId = temporalIds.campaign(campaignId)
  await temporal.cancel(workflowId)
  if (await hasAllOutcomes({ projectId, campaignId })) return
  if ((await temporal.stateOf(workflowId)) !== 'running') await changeCampaign(temporal, campaign, trace)
}

async function changeCampaign(temporal: Temporal, campaign: CampaignRecord, trace?: string): Promise<void> {
  const { _id: campaignId, projectId, name } = campaign
  const input: SendCampaignInput = { projectId, campaignId }
  const start: Start = {
    type: 'sendCampaign',
    id: temporalIds.campaign(campaignId),
    queue: 'campaigns',
    input,
    summary: name,
    kind: 'campaign',
    priority: PRIORITY.campaign,
    projectId,
    trace,
  }
  await temporal.signalWithStart(start, CAMPAIGN_CHANGED, null)
}

/** Updates the schedule of a workflow in Temporal; removes the schedule of a deleted workflow. */
export async function dispatchWorkflow(
  temporal: Temporal,
  { id: workflowId, projectId }: NamedDocument,
): Promise<void> {
  const workflow = await Workflow.findOne({ _id: workflowId, projectId }).lean()
  const schedule = workflow && scheduleOf(workflow)
  const id = temporalIds.schedule(workflowId)
  if (!schedule) await temporal.deleteSchedule(id)
  else {
    const { name: summary, cron, timezone } = schedule
    const input: StartScheduledInput = { projectId, workflowId }
    await temporal.ensureSchedule({
      id,
      type: 'startScheduledWorkflow',
      queue: 'jobs',
      input,
      spec: { cron, timezone },
      summary,
      kind: 'schedule',
      projectId,
      emailWorkflowId: workflowId,
    })
  }
}

/** Starts the Temporal workflow of a job, unless the job ended within its request. */
export async function dispatchJob(temporal: Temporal, { id: jobId, projectId, trace }: NamedDocument): Promise<void> {
  const job = await Job.findOne({ _id: jobId, projectId }).lean()
  if (!job || job.status === 'COMPLETED' || job.status === 'FAILED') return
  const { type, summary } = JOB_EXECUTIONS[job.kind]
  const input: JobInput = { projectId, jobId }
  const id = temporalIds.job(job.kind, jobId)
  await temporal.start({
    type,
    id,
    queue: 'jobs',
    input,
    summary,
    kind: 'job',
    priority: PRIORITY.job,
    projectId,
    trace,
  })
}

/** Starts the timer that ends a contact's snooze. */
export async function startSnooze(temporal: Temporal, { projectId, contactId, until }: Snooze): Promise<void> {
  const input: EndSnoozeInput = { projectId, contactId, untilMs: until.getTime() }
  await temporal.start({
    type: 'endSnooze',
    id: temporalIds.snooze(contactId, input.untilMs),
    queue: 'jobs',
    input,
    summary: `Snoozed until ${until.toISOString()}`,
    kind: 'snooze',
    priority: PRIORITY.job,
    projectId,
    contactId,
  })
}
