import type { ClientSession } from 'mongoose'
import { Campaign, type CampaignRecord } from '../../../models/campaign.js'
import { segmentIdsOf } from '../../../models/domain/conditions/walk-filters.js'
import { stepNeeds, triggerNeeds, type NamedSegment } from '../../../models/domain/workflow-segments.js'
import { Segment } from '../../../models/segment.js'
import { Workflow, type WorkflowRecord } from '../../../models/workflow.js'
import { namesOf, type Named } from '../../base/listing/names-of.js'
import { pinnedVersions } from '../../base/references/pinned-versions.js'
import { findSegment, type SegmentRef } from './find-segment.js'

const MAX_NAMED = 100

/** A step that needs a segment, and its workflow. A trigger is the step of the type TRIGGER. */
interface UsingStep extends Named {
  workflowId: string
  workflowName: string
}

/** The uses that keep a segment from being deleted, at most a hundred of each kind. */
export interface SegmentUsage {
  campaigns: Named[]
  segments: Named[]
  workflows: Named[]
  workflowSteps: UsingStep[]
}

/** Finds the uses of a segment. Throws RESOURCE_NOT_FOUND. */
export async function findSegmentUsage(ref: SegmentRef): Promise<SegmentUsage> {
  const { slug } = await findSegment(ref)
  return usageOf(ref, slug)
}

/**
 * The uses of a segment: campaigns that have not ended, other segments, enabled workflows, and workflows with active
 * executions in a version that has a step which needs the segment.
 */
export async function usageOf(
  ref: SegmentRef,
  slug: string,
  session: ClientSession | null = null,
): Promise<SegmentUsage> {
  const workflowSteps = await findSteps(ref, slug, session)
  const workflows = new Map(workflowSteps.map(({ workflowId: id, workflowName: name }) => [id, { id, name }]))
  return {
    campaigns: await findCampaigns(ref, session),
    segments: await findReferring(ref, session),
    workflows: [...workflows.values()].slice(0, MAX_NAMED),
    workflowSteps: workflowSteps.slice(0, MAX_NAMED),
  }
}

async function findSteps(
  { projectId, segmentId }: SegmentRef,
  slug: string,
  session: ClientSession | null,
): Promise<UsingStep[]> {
  const segment = { id: segmentId, slug }
  const using = new Map<string, UsingStep>()
  const add = (workflow: Named, steps: Named[]): void => {
    for (const { id, name } of steps) {
      if (!using.has(id)) using.set(id, { id, name, workflowId: workflow.id, workflowName: workflow.name })
    }
  }
  const workflows = Workflow.find(
    { projectId, enabled: true },
    { name: 1, triggerType: 1, triggerConfig: 1, steps: 1 },
    { session },
  )
  for await (const workflow of workflows.sort({ createdAt: -1, _id: -1 }).lean().cursor()) {
    add({ id: workflow._id, name: workflow.name }, needing(workflow, segment))
  }
  for await (const { workflowId: id, name, steps } of pinnedVersions(projectId, { session })) {
    const needed = steps.filter((step) => stepNeeds(step, segment))
    add({ id, name }, needed)
  }
  return [...using.values()]
}

function needing(
  { steps, ...trigger }: Pick<WorkflowRecord, 'steps' | 'triggerType' | 'triggerConfig'>,
  segment: NamedSegment,
): Named[] {
  const isTriggered = triggerNeeds(trigger, segment)
  return steps.filter((step) => (isTriggered && step.type === 'TRIGGER') || stepNeeds(step, segment))
}

async function findCampaigns({ projectId, segmentId }: SegmentRef, session: ClientSession | null): Promise<Named[]> {
  const candidates = Campaign.find(
    {
      projectId,
      status: { $in: ['DRAFT', 'SCHEDULED', 'SENDING'] },
      $or: [{ segmentId }, { audienceCondition: { $ne: null } }],
    },
    { name: 1, segmentId: 1, audienceCondition: 1 },
    { session },
  )
    .lean()
    .cursor()
  const refers = (campaign: Pick<CampaignRecord, 'segmentId' | 'audienceCondition'>): boolean =>
    campaign.segmentId === segmentId ||
    (campaign.audienceCondition !== null && segmentIdsOf(campaign.audienceCondition).has(segmentId))
  return namesOf(candidates, refers, MAX_NAMED)
}

async function findReferring({ projectId, segmentId }: SegmentRef, session: ClientSession | null): Promise<Named[]> {
  const others = Segment.find({ projectId, condition: { $ne: null } }, { name: 1, condition: 1 }, { session })
  return namesOf(
    others.lean().cursor(),
    ({ _id, condition }) => _id !== segmentId && condition !== null && segmentIdsOf(condition).has(segmentId),
    MAX_NAMED,
  )
}
