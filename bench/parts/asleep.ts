import { until } from '../calls.js'
import { prepareReferences } from '../load/executions.js'
import { closedLoop } from '../load/loops.js'
import { mapValues, peakMemoryMb } from '../measuring/processes.js'
import { definePart } from '../part.js'
import { countWaiting, hasOutboxEntry } from '../stored-shapes.js'

const CONCURRENCY = 50
const DELAY = { amount: 30, unit: 'days' }

/** What executions cost that wait for a delay of a month. */
export const asleep = definePart({
  name: 'asleep',
  title: 'the memory that sleeping executions take',
  runs: 'all',
  options: { executions: { normal: 10_000, quick: 300, meaning: 'executions' } },
  async run({ sizes: { executions }, freshStack }) {
    const stack = await freshStack()
    const memory = () => mapValues(stack.meter.use(), ({ memoryMb }) => Math.round(memoryMb))
    const { project, workflowId, track, close } = await prepareReferences(
      stack,
      'Asleep',
      CONCURRENCY,
      DELAY,
      'delay first',
    )
    const before = memory()
    await closedLoop(executions, CONCURRENCY, (n) => track(`asleep${n}@example.com`))
    await until(async () => {
      const waiting = await countWaiting(stack.database, project.id, workflowId)
      return waiting === executions && !(await hasOutboxEntry(stack.database, project.id))
    })
    close()
    const after = memory()
    const figures = Object.entries(after).flatMap(([name, mb]) => [
      [`${name}BeforeMb`, before[name] ?? 0] as const,
      [`${name}AfterMb`, mb] as const,
    ])
    return {
      figures: { ...Object.fromEntries(figures), workerPeakMb: peakMemoryMb(stack.stack.info.processes.worker) },
    }
  },
})
