import type { EmailProvider } from '../../../activities/providers/provider.js'
import { batchDeliveries } from '../../../activities/delivery/batch-deliveries.js'
import type { StepDeps } from '../../../activities/execution/deps.js'
import { isOpen, openTemplateStep, type OpenTemplateStep } from '../../../commands/automation/executions/open-step.js'
import { startExecution } from '../../../commands/automation/executions/start-executions.js'
import type { ContactRecord } from '../../../models/contact.js'
import type { StepRef } from '../../../models/domain/next-step.js'
import { escapeData } from '../../../models/domain/fields.js'
import type { Step, StepType } from '../../../models/domain/workflow-graph.js'
import { Execution, type ExecutionRecord } from '../../../models/execution.js'
import { newId } from '../../../runtime/ids.js'
import { deliveryDeps } from '../../support/delivery-deps.js'
import { createContact, createProject, createWorkflow } from '../../support/factories.js'
import { makeStep, makeTransition } from '../../support/graphs.js'
import { currentRef } from '../../support/walks.js'

/** An execution whose current step is under test. */
export interface EnteredStep {
  projectId: string
  workflowId: string
  contact: ContactRecord
  ref: StepRef
  /** The step as an activity reads it; fails when it must not be run. */
  open: () => Promise<OpenTemplateStep>
  read: () => Promise<ExecutionRecord>
}

/**
 * Starts an execution in a step. `past` holds the outcomes of earlier steps with these names, in this order; `branches`
 * are the outcomes that have a next step, an EXIT by default; null is the one for every outcome.
 */
export async function enterStep(
  step: Step,
  options: {
    projectId?: string
    contact?: Partial<ContactRecord>
    context?: Record<string, unknown>
    depth?: number
    sourceEventId?: string
    past?: [name: string, output: Record<string, unknown>][]
    branches?: (string | null)[]
    /** The type of the steps after it. */
    next?: StepType
  } = {},
): Promise<EnteredStep> {
  const { context = {}, depth = 0, past = [], next = 'EXIT', branches = past.length > 0 ? [] : [null] } = options
  const { sourceEventId = null } = options
  const projectId = options.projectId ?? (await createProject()).id
  const contact = await createContact({ projectId, ...options.contact })
  const walked = past.map(([name]) => makeStep('CONDITION', { name }))
  const ends = branches.map(() => makeStep(next))
  const transitions = ends.map((end, index) => makeTransition(step, end, branches[index]))
  const graph = { steps: [step, ...ends, ...walked], transitions }
  const workflow = await createWorkflow({ projectId, name: 'Onboarding', ...graph })
  const execution = await startExecution({ workflow, contactId: contact._id, context, sourceEventId, depth })
  if (!execution) throw new Error('The execution was refused')
  const outcome = { status: 'COMPLETED' as const, branch: null, error: null, attempts: 1, retries: null }
  const steps = past.map(([, output], index) => {
    const place = { _id: newId(), stepId: walked[index]?.id ?? '', sequence: index - 100 }
    return { ...place, ...outcome, output: escapeData(output), startedAt: null, completedAt: new Date() }
  })
  await Execution.updateOne({ _id: execution._id, projectId }, { $set: { steps } })
  const ref = currentRef(execution)
  return {
    projectId,
    workflowId: workflow._id,
    contact,
    ref,
    async open() {
      const found = await openTemplateStep(ref)
      if (!isOpen(found)) throw new Error('The step is not to be walked')
      return found
    },
    read: () => Execution.findOne({ _id: execution._id, projectId }).orFail().lean(),
  }
}

/** The dependencies of running a step: a provider that stores what it gets. */
export function recordingDeps(): { deps: StepDeps; sent: { to: string; from: string; raw: string }[] } {
  const sent: { to: string; from: string; raw: string }[] = []
  const provider: EmailProvider = {
    name: 'recording',
    async send({ to, from, raw }) {
      sent.push({ to, from, raw: raw.toString() })
      return { providerMessageId: `id-${sent.length}` }
    },
    close: () => undefined,
  }
  const delivery = deliveryDeps(provider)
  const deps = Object.assign(delivery, {
    deliverOne: batchDeliveries(delivery),
    webhooks: { call: () => Promise.reject(new Error('No webhook is called')), close: async () => undefined },
    retentionDays: 1,
  })
  return { deps, sent }
}
