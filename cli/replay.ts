import { createHistories, queryFault } from '../outbox/histories.js'
import { createTemporal, isTemporalError } from '../outbox/temporal.js'
import { temporalServer, type TemporalServer } from '../outbox/temporal-server.js'
import { readConfig } from '../runtime/config.js'
import { loggableError } from '../runtime/loggable-error.js'
import { workflowBundle } from '../workers/bundle.js'
import { argumentsOf, carryOut, CommandError, say } from './command.js'
import type { Choice } from './replay/choose-runs.js'
import { replayRuns, type TypeReport } from './replay/replay-runs.js'
import { countFailed, countReplayed, jsonReport, textReport } from './replay/report.js'

// Replays what Temporal recorded with this version's workflow code, before a worker of this version starts. Changes
// nothing. The exit status is 0, 1 when something would not replay, and 2 when it could not be found out.
const USAGE = 'Usage: posthorn replay [--limit <runs of each type>] [--type <name>]… [--query <of Temporal>] [--json]'
const DEFAULT_LIMIT = '500'
const SOMETHING_FAILED = 1
const NOT_CHECKED = 2
const PROGRESS_MS = 5_000

let status = NOT_CHECKED
await carryOut(async () => {
  const { choice, isJson } = readArguments()
  const config = readConfig()
  const server = temporalServer(config)
  await requireTemporal(server)
  const histories = createHistories(server)
  try {
    const bundle = await workflowBundle(config.WORKFLOW_BUNDLE)
    const reports = await replayRuns({ histories, bundle, choice, onProgress: progress() }).catch(explain)
    for (const line of isJson ? [jsonReport(reports)] : textReport(reports, server.namespace)) say(line)
    status = countFailed(reports) > 0 ? SOMETHING_FAILED : 0
  } finally {
    await histories.close()
  }
})
process.exitCode = status

function readArguments(): { choice: Choice; isJson: boolean } {
  const {
    limit,
    type: types,
    query,
    json: isJson,
  } = argumentsOf(USAGE, {
    limit: { type: 'string', default: DEFAULT_LIMIT },
    type: { type: 'string', multiple: true },
    query: { type: 'string' },
    json: { type: 'boolean', default: false },
  }).values
  const isRight = /^[1-9]\d{0,6}$/.test(limit) && (types ?? []).every((type) => /^\w+$/.test(type))
  if (!isRight) throw new CommandError(USAGE)
  return { choice: { limit: Number(limit), types, query }, isJson }
}

async function requireTemporal(server: TemporalServer): Promise<void> {
  const temporal = createTemporal(server)
  try {
    const fault = await temporal.findFault()
    if (fault) throw new CommandError(`${fault.message} (${loggableError(fault.error).message}). Nothing was checked.`)
  } finally {
    await temporal.close()
  }
}

/** Tells beside the answer how far a long run has come. */
function progress(): (reports: readonly TypeReport[]) => void {
  let reportedAt = Date.now()
  return (reports) => {
    if (Date.now() - reportedAt < PROGRESS_MS) return
    reportedAt = Date.now()
    const current = reports.at(-1)?.type ?? ''
    process.stderr.write(`${countReplayed(reports)} replayed, ${countFailed(reports)} failed; at ${current}\n`)
  }
}

function explain(error: unknown): never {
  const fault = queryFault(error)
  if (fault !== null) throw new CommandError(`Temporal does not take the query: ${fault}`)
  if (!isTemporalError(error)) throw error
  throw new CommandError(`Temporal has not answered (${loggableError(error).message}). Not everything was checked.`)
}
