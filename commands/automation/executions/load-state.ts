import { GATHERED_BY_SHARD, projectsOf } from '../../../models/by-shard.js'
import { batchesOf } from '../../../models/domain/batches-of.js'
import type { PipelineStage } from 'mongoose'
import type { ScopedContact } from '../../../mail/rendering/contact-scope.js'
import { Contact, type ContactRecord } from '../../../models/contact.js'
import { decisionOf, type ConditionOutcome } from '../../../models/domain/condition-step.js'
import type { Step } from '../../../models/domain/workflow-graph.js'
import { Execution, type ExecutionRecord } from '../../../models/execution.js'
import { Project, type ProjectRecord } from '../../../models/project.js'
import { StepExecution } from '../../../models/step-execution.js'
import { Template, type TemplateRecord } from '../../../models/template.js'
import { Workflow, type WorkflowRecord } from '../../../models/workflow.js'
import { batchCalls } from '../../../runtime/concurrency/batch-calls.js'
import { compileAllForProject } from '../../audience/conditions/compile-for-project.js'
import { latestOutputs, type StepOutput } from './step-runs.js'

/** A stored execution, and the records that decide whether it may go on; null for a deleted record. */
export interface ExecutionState {
  execution: ExecutionRecord
  workflow: Pick<WorkflowRecord, 'enabled' | 'deletion' | 'cancellations'> | null
  project: Pick<ProjectRecord, 'disabled' | 'disabledAt' | 'enabledAt' | 'timezone'> | null
  contact: Pick<ContactRecord, '_id'> | null
}

/** The state with the data of a step's templates: the contact's fields, and the outputs in the order of the steps. */
export interface TemplateState extends ExecutionState {
  contact: ScopedContact | null
  outputs: StepOutput[]
  /** The template that a SEND_EMAIL step names; null once it is deleted. */
  template: TemplateRecord | null
}

/** The state with the outcome of a CONDITION step: the first case that holds for the contact and the context. */
export interface ConditionState extends ExecutionState {
  decided: ConditionOutcome
}

interface ExecutionKey {
  projectId: string
  executionId: string
}

type Stage = Exclude<PipelineStage, PipelineStage.Merge | PipelineStage.Out>

/** The records that a query reads beside the execution: its contact, and further ones of the execution or of others. */
interface Reading {
  contact: { let?: Record<string, unknown>; pipeline: Stage[] }
  ofExecution?: Stage[]
  beside?: Stage[]
}

interface Found {
  execution: ExecutionRecord
  workflow: ExecutionState['workflow'][]
  project: ExecutionState['project'][]
  contact: object[]
  outputs?: StepOutput[]
  template?: TemplateRecord
}

/**
 * How long steps wait for other steps after several steps have shared a read or a write. A step that
 * comes alone does not wait, and under load a step takes longer than this time. With 20 ms instead, a burst of steps
 * shares a quarter fewer reads and writes.
 */
export const STEP_COOLDOWN_MS = 100

const MAX_BATCH = 100
const SHARED = { maxBatch: MAX_BATCH, concurrencyPerKey: 1, cooldownMs: STEP_COOLDOWN_MS }
const SCOPED = { email: 1, subscribed: 1, data: 1, createdAt: 1, updatedAt: 1 } as const

/** The state of an execution, null when it is deleted; concurrent reads share a command. */
export const loadState = batchCalls<ExecutionKey, ExecutionState | null>({
  ...GATHERED_BY_SHARD,
  ...SHARED,
  // The outbox also uses this read when it starts executions, eight at a time. A longer wait would slow these starts.
  cooldownMs: 20,
  run: readPlain,
})

/** The states of executions of one project, in the order of `ids`; null for a deleted execution. */
export async function loadStates(projectId: string, ids: readonly string[]): Promise<(ExecutionState | null)[]> {
  const states: (ExecutionState | null)[] = []
  for (const some of batchesOf(ids, MAX_BATCH)) {
    states.push(...(await readPlain(some.map((executionId) => ({ projectId, executionId })))))
  }
  return states
}

/**
 * The state of an execution in a step with templates, null when it is deleted; concurrent reads share a command.
 */
export const loadTemplateState = batchCalls<ExecutionKey & { step: Step }, TemplateState | null>({
  ...GATHERED_BY_SHARD,
  ...SHARED,
  async run(keys) {
    const projectIds = projectsOf(keys).$in
    const templateIds = [...new Set(keys.flatMap(({ step }) => step.templateId ?? []))]
    const { states, templates } = await read(keys, {
      contact: { pipeline: [{ $project: SCOPED }] },
      ofExecution: [storedOutputs(projectIds)],
      beside: templateIds.length > 0 ? [withTemplates(projectIds, templateIds)] : [],
    })
    return states.map((found, index) => {
      const named = templates.get(keys[index]?.step.templateId ?? '') ?? null
      const template = named?.projectId === keys[index]?.projectId ? named : null
      const outputs = found ? latestOutputs(found.outputs ?? [], found.execution.steps) : []
      return found && { ...stateOf(found, found.contact[0] as ScopedContact | undefined), outputs, template }
    })
  },
})

/**
 * The state of an execution that is in a CONDITION step; executions at the same step share a command. Throws
 * BAD_REQUEST when its conditions are too large together with the segments that they refer to.
 */
export const loadConditionState = batchCalls<ExecutionKey & { step: Step; versionId: string }, ConditionState | null>({
  keyOf: ({ projectId, versionId, step }) => `${projectId}:${versionId}:${step.id}`,
  ...SHARED,
  async run(keys) {
    const [{ projectId, step } = { projectId: '', step: null }] = keys
    const { cases, otherwise } = decisionOf(step?.config ?? {})
    const conditions = cases.map(({ condition }) => condition)
    const compiled = await compileAllForProject(projectId, conditions, { now: new Date(), event: '$$event' })
    const caseFacets = compiled.map((condition, index) => [
      `${index}`,
      [{ $match: condition }, { $project: { _id: 1 } }],
    ])
    // A variable of the look-up holds the context once, instead of once for each comparison.
    const { states } = await read(keys, {
      contact: {
        let: { event: '$execution.context' },
        pipeline: [{ $facet: { ...Object.fromEntries(caseFacets), contact: [{ $project: { _id: 1 } }] } }],
      },
    })
    return states.map((found) => {
      const [facets] = (found?.contact ?? []) as Record<string, ContactRecord[]>[]
      const decided = cases.find((_, index) => facets?.[index]?.length === 1) ?? otherwise
      return found && { ...stateOf(found, facets?.['contact']?.[0]), decided }
    })
  },
})

async function readPlain(keys: readonly ExecutionKey[]): Promise<(ExecutionState | null)[]> {
  const { states } = await read(keys, { contact: { pipeline: [{ $project: { _id: 1 } }] } })
  return states.map((found) => found && stateOf(found, found.contact[0] as ContactRecord | undefined))
}

async function read(
  keys: readonly ExecutionKey[],
  { contact, ofExecution = [], beside = [] }: Reading,
): Promise<{ states: (Found | null)[]; templates: Map<string, TemplateRecord> }> {
  const projectId = projectsOf(keys)
  const ids = [...new Set(keys.map(({ executionId }) => executionId))]
  const cursor = Execution.collection.aggregate<Found>(
    [
      { $match: { _id: { $in: ids }, projectId } },
      { $project: { execution: '$$ROOT' } },
      lookUp('workflow', Workflow, { pipeline: [{ $match: { projectId } }, { $project: WORKFLOW }] }),
      lookUp('project', Project, {
        pipeline: [{ $project: { disabled: 1, disabledAt: 1, enabledAt: 1, timezone: 1 } }],
      }),
      lookUp('contact', Contact, { ...contact, pipeline: [{ $match: { projectId } }, ...contact.pipeline] }),
      ...ofExecution,
      ...beside,
    ],
    // One reply brings all states, up to 16 MB.
    { batchSize: 2 * MAX_BATCH + 1 },
  )
  const found = await cursor.toArray()
  const byId = new Map(found.flatMap((state) => (state.execution ? [[state.execution._id, state] as const] : [])))
  return {
    states: keys.map((key) => {
      const state = byId.get(key.executionId)
      return state?.execution.projectId === key.projectId ? state : null
    }),
    templates: new Map(found.flatMap(({ template }) => (template ? [[template._id, template] as const] : []))),
  }
}

const WORKFLOW = { enabled: 1, deletion: 1, cancellations: 1 } as const

function stateOf<Contact>({ execution, workflow, project }: Found, contact: Contact | undefined) {
  return { execution, workflow: workflow[0] ?? null, project: project[0] ?? null, contact: contact ?? null }
}

/** Joins the record that an execution names. */
function lookUp(
  as: 'workflow' | 'project' | 'contact',
  { collection }: { collection: { name: string } },
  options: { let?: Record<string, unknown>; pipeline: Stage[] },
): Stage {
  return { $lookup: { from: collection.name, localField: `execution.${as}Id`, foreignField: '_id', as, ...options } }
}

/** Joins the latest output of each step that has rows: a loop may have run a step hundreds of times. */
function storedOutputs(projectIds: string[]): Stage {
  const pipeline: PipelineStage.Lookup['$lookup']['pipeline'] = [
    { $match: { projectId: { $in: projectIds }, output: { $ne: null } } },
    { $sort: { sequence: -1, retries: -1 } },
    { $group: { _id: '$stepId', sequence: { $first: '$sequence' }, output: { $first: '$output' } } },
    { $sort: { sequence: 1 } },
    { $project: { _id: 0, stepId: '$_id', output: 1 } },
  ]
  const of = { localField: 'execution._id', foreignField: 'executionId' }
  return { $lookup: { from: StepExecution.collection.name, ...of, pipeline, as: 'outputs' } }
}

/** Adds each template once, for any number of executions that send it. */
function withTemplates(projectIds: string[], ids: readonly string[]): Stage {
  const named = { _id: { $in: [...ids] }, projectId: { $in: projectIds } }
  const pipeline = [{ $match: named }, { $replaceWith: { template: '$$ROOT' } }]
  return { $unionWith: { coll: Template.collection.name, pipeline } }
}
