import { Campaign } from '../../../models/campaign.js'
import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import { dataKeysOf, mentionsEvent, mentionsField } from '../../../models/domain/conditions/walk-filters.js'
import { customFieldName, type NamedField } from '../../../models/domain/field-names.js'
import {
  awaitedEvents,
  conditionsOf,
  writtenFields,
  type ReferringWorkflow,
} from '../../../models/domain/workflow-references.js'
import { Segment } from '../../../models/segment.js'
import { Workflow } from '../../../models/workflow.js'
import { namesOf, type Named } from '../../base/listing/names-of.js'

/** The segments, campaigns and workflows of a project that refer to a field or an event. */
export interface Usage {
  usedInSegments: Named[]
  usedInCampaigns: Named[]
  usedInWorkflows: Named[]
}

/**
 * Predicates that tell whether a condition refers to a field or an event, and whether a workflow does so outside of its
 * conditions.
 */
interface Reference {
  inCondition: (tree: ConditionTree) => boolean
  inWorkflow: (workflow: ReferringWorkflow) => boolean
}

/** The segments, campaigns and workflows of a project that refer to a field. */
export async function findFieldUsage(projectId: string, field: NamedField): Promise<Usage> {
  const name = 'key' in field ? customFieldName(field.key) : field.standard
  return findUsage(projectId, {
    inCondition: (tree) => mentionsField(tree, name),
    inWorkflow: (workflow) => 'key' in field && writtenFields(workflow).has(field.key),
  })
}

/** The segments, campaigns and workflows of a project that refer to an event, by the name under which it is stored. */
export async function findEventUsage(projectId: string, name: string): Promise<Usage> {
  return findUsage(projectId, {
    inCondition: (tree) => mentionsEvent(tree, name),
    inWorkflow: (workflow) => awaitedEvents(workflow).has(name),
  })
}

/** The literal keys of all custom fields that the segments, campaigns and workflows of a project refer to. */
export async function findUsedFields(projectId: string): Promise<Set<string>> {
  const used = new Set<string>()
  const add = (keys: Iterable<string>): false => {
    for (const key of keys) used.add(key)
    return false
  }
  await findUsage(projectId, {
    inCondition: (tree) => add(dataKeysOf(tree)),
    inWorkflow: (workflow) => add(writtenFields(workflow)),
  })
  return used
}

// Definitions are streamed, because a project can have many: only quotas limit segments and workflows, and nothing
// limits campaigns.
async function findUsage(projectId: string, { inCondition, inWorkflow }: Reference): Promise<Usage> {
  const segments = Segment.find({ projectId, type: 'DYNAMIC' }, { name: 1, condition: 1 }).sort({ createdAt: -1 })
  const campaigns = Campaign.find({ projectId, audienceType: 'FILTERED' }, { name: 1, audienceCondition: 1 }).sort({
    createdAt: -1,
  })
  const workflows = Workflow.find({ projectId }, { name: 1, triggerConfig: 1, steps: 1 }).sort({ createdAt: -1 })
  const isMet = (tree: unknown): boolean => tree != null && inCondition(tree as ConditionTree)
  return {
    usedInSegments: await namesOf(segments.lean().cursor(), ({ condition }) => isMet(condition)),
    usedInCampaigns: await namesOf(campaigns.lean().cursor(), ({ audienceCondition }) => isMet(audienceCondition)),
    usedInWorkflows: await namesOf(
      workflows.lean().cursor(),
      (workflow) => inWorkflow(workflow) || conditionsOf(workflow).some(inCondition),
    ),
  }
}
