import type { Model, PipelineStage } from 'mongoose'
import { Contact, type ContactRecord } from '../../models/contact.js'
import { unescapeData } from '../../models/domain/fields.js'
import { Execution, type ExecutionRecord } from '../../models/execution.js'
import { Project, type ProjectRecord } from '../../models/project.js'
import { StepExecution } from '../../models/step-execution.js'
import { Workflow, type WorkflowRecord } from '../../models/workflow.js'
import { batchCalls } from '../../runtime/concurrency/batch-calls.js'

/** An execution as stored, and the records that decide whether it may go on; null for those that are deleted. */
export interface ExecutionState {
  execution: ExecutionRecord
  workflow: Pick<WorkflowRecord, 'enabled' | 'deletion' | 'cancellations'> | null
  project: Pick<ProjectRecord, 'disabled'> | null
  contact: Pick<ContactRecord, '_id'> | null
}

/** The latest output of a step, with its literal keys. */
export interface StepOutput {
  stepId: string
  output: Record<string, unknown>
}

/** The same with all that the templates of a step see: the whole contact, and the outputs in the order of the walk. */
export interface TemplateState extends ExecutionState {
  contact: ContactRecord | null
  outputs: StepOutput[]
}

interface Wanted {
  projectId: string
  executionId: string
}

type Loader<State> = (wanted: Wanted) => Promise<State | null>

const MAX_TOGETHER = 100

/** The state of an execution, null when it is deleted; concurrent reads of one project share a command. */
export const loadState: Loader<ExecutionState> = stateLoader((projectId) => [
  lookUp('contact', Contact, projectId, { _id: 1 }),
])

/** The state of an execution whose step has templates; shared in the same way. */
export const loadTemplateState: Loader<TemplateState> = stateLoader((projectId) => [
  lookUp('contact', Contact, projectId),
  latestOutputs(projectId),
])

function stateLoader(more: (projectId: string) => PipelineStage[]): Loader<TemplateState> {
  return batchCalls<Wanted, TemplateState | null>({
    keyOf: ({ projectId }) => projectId,
    maxBatch: MAX_TOGETHER,
    concurrencyPerKey: 2,
    async run(wanted) {
      const projectId = wanted[0]?.projectId ?? ''
      const ids = [...new Set(wanted.map(({ executionId }) => executionId))]
      const found = await Execution.aggregate<FoundState>([
        { $match: { _id: { $in: ids }, projectId } },
        { $project: { execution: '$$ROOT' } },
        lookUp('workflow', Workflow, projectId, { enabled: 1, deletion: 1, cancellations: 1 }),
        lookUp('project', Project, projectId, { disabled: 1 }),
        ...more(projectId),
      ])
      const byId = new Map(found.map((state) => [state.execution._id, stateOf(state)]))
      return wanted.map(({ executionId }) => byId.get(executionId) ?? null)
    },
  })
}

interface FoundState {
  execution: ExecutionRecord
  workflow: WorkflowRecord[]
  project: ProjectRecord[]
  contact: ContactRecord[]
  outputs?: StepOutput[]
}

function stateOf({ execution, workflow, project, contact, outputs = [] }: FoundState): TemplateState {
  return {
    execution,
    workflow: workflow[0] ?? null,
    project: project[0] ?? null,
    contact: contact[0] ?? null,
    outputs: outputs.map(({ stepId, output }) => ({ stepId, output: unescapeData(output) })),
  }
}

/** Joins the record that an execution names, unless another project's has its id. */
function lookUp(
  as: 'workflow' | 'project' | 'contact',
  { collection }: Pick<Model<never>, 'collection'>,
  projectId: string,
  fields?: Record<string, 1>,
): PipelineStage {
  const own = { $match: as === 'project' ? { _id: projectId } : { projectId } }
  const pipeline = [own, ...(fields ? [{ $project: fields }] : [])]
  return { $lookup: { from: collection.name, localField: `execution.${as}Id`, foreignField: '_id', pipeline, as } }
}

/** Joins the latest output of each step: a loop may have walked a step hundreds of times. */
function latestOutputs(projectId: string): PipelineStage {
  const pipeline: PipelineStage.Lookup['$lookup']['pipeline'] = [
    { $match: { projectId, output: { $ne: null } } },
    { $sort: { sequence: -1, retries: -1 } },
    { $group: { _id: '$stepId', sequence: { $first: '$sequence' }, output: { $first: '$output' } } },
    { $sort: { sequence: 1 } },
    { $project: { _id: 0, stepId: '$_id', output: 1 } },
  ]
  const of = { localField: 'execution._id', foreignField: 'executionId' }
  return { $lookup: { from: StepExecution.collection.name, ...of, pipeline, as: 'outputs' } }
}
