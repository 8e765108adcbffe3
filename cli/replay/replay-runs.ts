import { DefaultLogger, Runtime, Worker, type InjectedSinks, type WorkflowBundleOption } from '@temporalio/worker'
import type { Histories, Run } from '../../outbox/histories.js'
import type { TraceSinks } from '../../workflows/contracts.js'
import { chooseRuns, chooseTypes, countRuns, type Choice } from './choose-runs.js'

// A run with traces reports its end again while it is replayed.
const NO_TRACES: InjectedSinks<TraceSinks> = { traces: { ended: { fn: () => undefined } } }

/** A run that this version's code would not continue. */
export interface Failure extends Run {
  reason: string
}

/** The result for the runs of a type. */
export interface TypeReport {
  type: string
  /** How many run, or match the query. */
  found: number
  replayed: number
  failed: number
  /** Runs that no worker has begun yet, or that were deleted meanwhile: there is nothing to replay. */
  empty: number
  /** The first failures. */
  failures: Failure[]
}

const FAILURES_KEPT = 20
const REASON_CHARACTERS = 400

/** Replays the chosen runs with the workflow code of `bundle`, one history in memory at a time. */
export async function replayRuns(input: {
  histories: Histories
  bundle: WorkflowBundleOption
  choice: Choice
  /** Called after each history. */
  onProgress: (reports: readonly TypeReport[]) => void
}): Promise<TypeReport[]> {
  const { histories, bundle, choice, onProgress } = input
  // A replay that fails is reported; both halves of the SDK would log it too.
  Runtime.install({
    logger: new DefaultLogger('ERROR', () => undefined),
    telemetryOptions: { logging: { filter: { core: 'ERROR', other: 'ERROR' }, forward: {} } },
  })
  const reports: TypeReport[] = []
  let current: { report: TypeReport; run: Run } | undefined
  // The worker takes the next history when the one before has been replayed.
  async function* recorded() {
    for (const type of await chooseTypes(histories, choice)) {
      const found = await countRuns(histories, type, choice)
      const report: TypeReport = { type, found, replayed: 0, failed: 0, empty: 0, failures: [] }
      reports.push(report)
      for await (const run of chooseRuns(histories, type, { ...choice, found })) {
        current = { report, run }
        const fetched = await histories.fetch(run)
        if (fetched) yield fetched
        else report.empty += 1
      }
    }
  }
  // One worker for all: with the last one the SDK's runtime ends, which would keep the process while it logs.
  for await (const { error } of Worker.runReplayHistories({ workflowBundle: bundle, sinks: NO_TRACES }, recorded())) {
    if (!current) continue
    current.report.replayed += 1
    if (error) addFailure(current.report, { ...current.run, reason: reasonOf(error) })
    onProgress(reports)
  }
  return reports
}

function addFailure(report: TypeReport, failure: Failure): void {
  report.failed += 1
  if (report.failures.length < FAILURES_KEPT) report.failures.push(failure)
}

function reasonOf({ message }: Error): string {
  const line = message.replaceAll(/\s+/g, ' ').replace(/^Replay failed .*? Details: /, '')
  return line.length > REASON_CHARACTERS ? `${line.slice(0, REASON_CHARACTERS)}…` : line
}
