import { listWorkflows, type Pending } from '../pending.js'
import type { Evidence } from './evidence.js'
import type { Finding } from './findings.js'
import { stepRunsOf } from './step-runs.js'

const ENDED_BADLY = 'ExecutionStatus in ("Failed", "Terminated", "TimedOut", "Canceled")'

/** Checks that no work is left: in the outbox, in claims, among opens and clicks, in Temporal. */
export async function auditRest({ scene, log }: Evidence, pending: Pending): Promise<Finding[]> {
  const { cluster } = scene
  const left = Object.entries(pending).map(([kind, count]) => `${count} ${kind}`)
  const stuck = await listWorkflows(cluster, 'ExecutionStatus = "Running"')
  const ids = [...scene.ledger.cancelled.keys()]
  const isOfCancelled = (line: string) => ids.some((id) => line.startsWith(`campaign:${id}`))
  const failed = (await listWorkflows(cluster, ENDED_BADLY)).filter((line) => !isOfCancelled(line))
  const steps = await stepRunsOf()
  // A process that was not killed has to stand everything else.
  const ended = log.notes.filter((note) => !note.includes('(SIGKILL)') && / exited /.test(note))
  return [
    { promise: 'nothing is left to be done', checked: 1, broken: left },
    { promise: 'no workflow is stuck in Temporal', checked: 1, broken: stuck },
    { promise: 'no workflow failed in Temporal', checked: 1, broken: failed },
    {
      promise: 'no step failed',
      checked: steps.length,
      broken: steps
        .filter(({ status }) => status === 'FAILED')
        .map(({ executionId, stepId, error }) => `${executionId} at ${stepId}: ${error}`),
    },
    { promise: 'an answer is 2xx, 409, 503 or none', checked: 1, broken: scene.ledger.strange },
    { promise: 'no process ended by itself', checked: 1, broken: ended },
  ]
}
