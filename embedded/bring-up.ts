import type { Supervisor } from './supervisor.js'
import { applicationEnv } from './environment.js'
import { lastLines } from './log-file.js'
import { buildDashboard } from './build-dashboard.js'
import { compilePrograms } from './compile-programs.js'
import { gatewayProcess, metricsPort, nodeArgs, providerProcess, workerProcess } from './own-processes.js'
import type { Plan } from './plan.js'
import { pollUntil } from './poll.js'
import { cacheFolder } from './servers/cache.js'
import { mongodbProgram } from './servers/mongodb-program.js'
import { mongodbProcess } from './servers/mongodb.js'
import { provision, type Provisioning } from './servers/provision.js'
import { runTool } from './servers/run-tool.js'
import { temporalProgram } from './servers/temporal-program.js'
import { temporalProcess } from './servers/temporal.js'
import { StackError } from './stack-error.js'
import type { ProcessSpec } from './supervised-process.js'

const OWN_PARTS = ['provider', 'gateway', 'worker'] as const

/** Where a start reports its progress, and the signal that aborts it. */
export interface StartContext {
  log: (line: string) => void
  /** Whether lines go to a terminal, on which progress may be shown in place. */
  isTerminal: boolean
  signal: AbortSignal
}

/** Starts every process of the plan and waits until all answer. Throws StackError naming the one that does not. */
export async function bringUp(plan: Plan, supervisor: Supervisor, context: StartContext): Promise<void> {
  const { mongod, temporal } = await orAbort(findPrograms(plan, context), context.signal)
  context.log(`Starting ${[...plan.runs].join(', ')} …`)
  const { ports } = plan
  const servers: ProcessSpec[] = []
  if (mongod) servers.push(mongodbProcess(mongod, { ...plan, port: ports.mongodb }))
  if (temporal) {
    const metrics = Number(metricsPort(plan.env, 'temporal')) || null
    const own = { port: ports.temporal, ui: plan.temporalUi, metricsPort: metrics }
    servers.push(temporalProcess(temporal, { ...plan, ...own }))
  }
  const starts: Promise<unknown>[] = servers.map((spec) => supervisor.start(spec))
  if (OWN_PARTS.some((part) => plan.runs.has(part))) starts.push(startCompiled(plan, supervisor, context.signal))
  if (plan.runs.has('gateway')) starts.push(buildDashboard(plan.dashboardDir, context.signal))
  await allOf(starts)

  // This makes the collections and indexes, and at the first start the user and the project too.
  if (plan.runs.has('gateway')) {
    await runProgram('embedded/prepare-database', plan, {
      signal: context.signal,
      complaint: 'Preparing the database failed',
    })
  }
  context.signal.throwIfAborted()
  const application: ProcessSpec[] = []
  if (plan.runs.has('gateway')) application.push(gatewayProcess(plan))
  if (plan.runs.has('worker')) application.push(workerProcess(plan))
  await allOf(application.map((spec) => supervisor.start(spec)))
  if (plan.runs.has('gateway')) await awaitReady(plan, context.signal)
  if (plan.runs.has('worker')) void compareWithTemporal(plan, supervisor, context)
}

/** Compiles the programs, and starts the one that needs no server. */
async function startCompiled(plan: Plan, supervisor: Supervisor, signal: AbortSignal): Promise<void> {
  await compilePrograms(plan.codeDir, signal)
  if (plan.runs.has('provider')) await supervisor.start(providerProcess(plan))
}

/** Starts the Temporal workflow executions again that Temporal lost with its file or by a change of its version. */
async function compareWithTemporal(plan: Plan, supervisor: Supervisor, { log }: StartContext): Promise<void> {
  try {
    await runProgram('cli/main', plan, {
      args: ['reconcile'],
      signal: supervisor.stopping,
      complaint: 'MongoDB and Temporal could not be compared',
    })
  } catch (error) {
    if (!supervisor.stopping.aborted) log(error instanceof Error ? error.message : String(error))
  }
}

async function findPrograms(plan: Plan, context: StartContext) {
  const on: Provisioning = {
    env: plan.env,
    cacheDir: cacheFolder(plan.env),
    isTerminal: context.isTerminal,
    signal: context.signal,
    log: context.log,
    progress: context.isTerminal ? (line) => process.stdout.write(`\r\u001B[K${line}`) : context.log,
  }
  // Two concurrent downloads would write over each other's progress.
  const mongod = plan.runs.has('mongodb') ? await provision(mongodbProgram, on) : null
  const temporal = plan.runs.has('temporal') ? await provision(temporalProgram(), on) : null
  for (const found of [mongod, temporal]) if (found) context.log(`  ${found.origin}: version ${found.version}`)
  return { mongod, temporal }
}

/** Runs a program of the project to its end. Throws StackError, with `complaint` and its last lines, when it fails. */
async function runProgram(
  program: string,
  plan: Plan,
  { args = [], signal, complaint }: { args?: string[]; signal: AbortSignal; complaint: string },
): Promise<void> {
  const env = { ...applicationEnv(plan), POSTHORN_DATA_DIR: plan.dataDir }
  const { status, output } = await runTool(process.execPath, [...nodeArgs(program, plan), ...args], { env, signal })
  if (status !== 0) throw new StackError(`${complaint}:\n${lastLines(output)}`)
}

/** The gateway is ready when it reaches MongoDB and Temporal, those of this stack or others. */
async function awaitReady(plan: Plan, signal: AbortSignal): Promise<void> {
  const url = `${plan.addresses.gateway}/ready`
  let answer = 'nothing'
  const ask = async (): Promise<boolean> => {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    answer = `${response.status} ${await response.text()}`
    return response.status === 200
  }
  if (await pollUntil(ask, { timeoutMs: 30_000, intervalMs: 250, signal })) return
  throw new StackError(`The gateway was not ready after 30 s. ${url} returned ${answer}\nSee ${plan.dataDir}/logs.`)
}

/** Waits for all even when one fails, so that no process is still starting while the stack is stopped. */
async function allOf(starts: Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(starts)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

/** Rejects two seconds after an abort: some downloads cannot be aborted, and others need the time to clean up. */
function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => setTimeout(() => reject(reasonOf(signal)), 2_000), { once: true })
    work.then(resolve, reject)
  })
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new StackError('Cancelled.')
}
