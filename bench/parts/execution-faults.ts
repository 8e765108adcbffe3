import { Execution } from '../../models/execution.js'
import { prepareReferences, type References } from '../load/executions.js'
import { killRunning } from '../load/kill.js'
import { untilReached } from '../load/inbox.js'
import { closedLoop } from '../load/loops.js'
import { round } from '../measuring/statistics.js'
import { definePart } from '../part.js'
import { MAILS } from '../reference-workflow.js'
import { countEnded } from '../stored-shapes.js'

const CONCURRENCY = 50

/** A burst of executions, while the worker and Temporal are killed. */
export const executionFaults = definePart({
  name: 'execution-faults',
  title: 'a burst of executions while the worker and Temporal are killed: mails lost and twice',
  runs: 'all',
  options: {
    executions: { normal: 2_000, quick: 100, meaning: 'executions' },
    kills: { normal: 1, quick: 1, meaning: 'times that each of the two is killed' },
  },
  async run({ sizes: { executions, kills }, freshStack }) {
    const stack = await freshStack()
    const references = await prepareReferences(stack, 'Burst', CONCURRENCY)
    const { project, workflowId } = references
    const ended = (count: number): Promise<number> =>
      untilReached('ended executions', count, () => countEnded(stack.database, project.id, workflowId))
    const from = performance.now()
    const tracking = closedLoop(executions, CONCURRENCY, (n) => references.track(`burst${n}@example.com`))
    // A rejection is awaited below, after the kills.
    tracking.catch(() => undefined)
    const victims = Array.from({ length: kills }, () => ['worker', 'temporal'] as const).flat()
    for (const [number, victim] of victims.entries()) {
      await ended((executions * (number + 1)) / (victims.length + 2))
      await killRunning(stack, victim)
    }
    await tracking
    const seconds = ((await ended(executions)) - from) / 1_000
    references.close()
    const figures: Record<string, number> = {
      perSecond: round(executions / seconds, 1),
      endedOtherwise: await countEndedOtherwise(references),
    }
    for (const [number, subject] of MAILS.entries()) {
      const arrivals = await stack.inbox.list({ subject: `Burst: ${subject}` })
      const recipients = arrivals.flatMap(({ to }) => to)
      const different = new Set(recipients).size
      figures[`mail${number + 1}Lost`] = executions - different
      figures[`mail${number + 1}Twice`] = recipients.length - different
    }
    return { figures }
  },
})

function countEndedOtherwise({ project, workflowId }: References): Promise<number> {
  return Execution.countDocuments({ projectId: project.id, workflowId, status: { $ne: 'EXITED' } })
}
