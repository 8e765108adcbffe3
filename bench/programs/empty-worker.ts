/**
 * A worker for `runEmpty`: Temporal with the shape of a reference execution, and nothing of Posthorn. Its arguments are
 * Temporal's address and a task queue; it reports the number of executions that have ended.
 */
import { fileURLToPath } from 'node:url'
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker'
import { createEmptyActivities } from './empty-activities.js'
import { report, reportReady } from './run-program.js'

// As for the queue of executions in `workers/registry.ts`.
const LIMITS = {
  maxConcurrentActivityTaskExecutions: 40,
  maxConcurrentWorkflowTaskExecutions: 20,
  maxCachedWorkflows: 500,
}

Runtime.install({ logger: new DefaultLogger('WARN') })
const [address = '', taskQueue = ''] = process.argv.slice(2)
let ended = 0
const worker = await Worker.create({
  connection: await NativeConnection.connect({ address }),
  taskQueue,
  workflowsPath: fileURLToPath(new URL('./empty-workflow.ts', import.meta.url)),
  activities: createEmptyActivities(() => {
    ended += 1
    report({ ended })
  }),
  ...LIMITS,
})
const running = worker.run()
reportReady({ ended })
await running
