import { createExecutionActivities } from '../../activities/execution.js'
import type { Step } from '../../models/domain/workflow-graph.js'
import { Execution } from './models.js'
import { versionId } from '../../models/workflow-version.js'
import type { WorkflowRecord } from '../../models/workflow.js'
import { recordingDeps } from '../activities/execution/entered-step.js'
import { asActivity } from './activity-context.js'
import { createContact, createWorkflow } from './factories.js'
import { makeStep } from './graphs.js'
import type { HttpClient } from './http-client.js'
import { beginExecution, currentRef } from './walks.js'

/** An execution in its first step, before an EXIT, and the functions that continue it. */
export async function openExecution(
  client: HttpClient,
  step: Step,
  fields: { projectId: string } & Partial<WorkflowRecord>,
) {
  const contact = await createContact({ projectId: fields.projectId, email: 'ada@example.com' })
  const done = makeStep('EXIT', { name: 'Done', config: { reason: 'old' } })
  const workflow = await createWorkflow({ ...fields, steps: [step, done] })
  const { _id } = await beginExecution(workflow, contact._id)
  const list = `/workflows/${workflow._id}/executions`
  const path = `${list}/${_id}`
  const read = () => Execution.findById(_id).orFail().lean()
  const { deps, sent } = recordingDeps()
  const activities = createExecutionActivities(deps)
  // The Temporal workflow that continues after a retry knows the version with which it began.
  const refOf = async () => ({ ...currentRef(await read()), versionId: versionId(workflow._id, workflow.version) })
  type Walked = 'sendStepEmail' | 'evaluateCondition' | 'updateStepContact' | 'openWait'
  const walk = async (activity: Walked, attempt = 1) => {
    const ref = await refOf()
    return asActivity<unknown>(() => activities[activity](ref), attempt)
  }
  const fail = async (reason = 'broken') => {
    const ref = await refOf()
    return asActivity(() => activities.failStep(ref, reason))
  }
  const retry = (body?: object) => client.post(`${path}/retry`, body)
  const show = async () => (await client.get(path)).body
  return { contact, workflow, step, done, list, path, read, deps, sent, walk, fail, retry, show }
}
