import { Workflow } from '../../../models/workflow.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { notifySeldom } from '../../base/notifications/notify.js'
import type { WorkflowRef } from '../workflows/find-workflow.js'

const HOUR_MS = 3_600_000

/** Notifies the members that executions of a workflow fail: once in an hour, however many fail. */
export async function notifyOfFailure({ projectId, workflowId }: WorkflowRef): Promise<void> {
  const hour = Math.floor(databaseNow().getTime() / HOUR_MS)
  await notifySeldom({ projectId, kind: 'WORKFLOW_FAILING', key: `failing:${workflowId}:${hour}` }, async () => {
    const workflow = await Workflow.findOne({ _id: workflowId, projectId }, { name: 1 }).lean()
    return workflow ? { workflowId, name: workflow.name } : { workflowId }
  })
}
