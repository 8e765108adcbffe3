import { v5 } from 'uuid'
import { REFUSED_CHAIN } from '../../../models/domain/event-names.js'
import { retryOnDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import type { EventRecord } from '../../../models/event.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { writeEvent } from '../../base/events/write-events.js'

// The id of a refusal derives from its event and workflow, so that a repetition adds no refusal.
const REFUSAL_NAMESPACE = '5f0c2d7e-8a41-5b7c-9d35-2e6b1c4f7a90'

/** Records that an event started no execution of a workflow, because the chain of executions is too long. */
export async function refuseLoop(event: EventRecord, workflow: WorkflowRecord): Promise<void> {
  const { projectId, contactId, emailId, depth } = event
  await retryOnDuplicateKey(() =>
    writeEvent({
      id: v5(`${event._id}:${workflow._id}`, REFUSAL_NAMESPACE),
      projectId,
      contactId,
      emailId,
      name: REFUSED_CHAIN,
      data: { workflowId: workflow._id, workflowName: workflow.name, eventName: event.name, reason: 'loop' },
      depth,
      // An event that starts workflows would continue the loop.
      isSilent: true,
    }),
  )
}
