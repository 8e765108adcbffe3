import { createHistories, queryFault } from '../outbox/histories.js'
import { createTemporal, isTemporalError } from '../outbox/temporal.js'
import { temporalServer, type TemporalServer } from '../outbox/temporal-server.js'
import { readConfig } from '../runtime/config.js'
import { loggableError } from '../runtime/loggable-error.js'
import { workflowBundle } from '../workers/bundle.js'
import { CommandError, defineCommand, UsageError } from './command.js'
import { replayRuns, type TypeReport } from './replay/replay-runs.js'
import { countFailed, countReplayed, textReport } from './replay/report.js'

const DEFAULT_LIMIT = '500'
const SOMETHING_FAILED = 1
const NOT_CHECKED = 2
const PROGRESS_MS = 5_000

export const replayCommand = defineCommand({
  usage: '[--limit <runs of each type>] [--type <name>]… [--query <of Temporal>]',
  about: `Replays recorded Temporal histories with this version's workflow code, before you start a worker of this version. It changes
nothing. The exit status is 0 if everything replays, 1 if something does not, and 2 if the check could not complete.`,
  options: {
    limit: { type: 'string', default: DEFAULT_LIMIT },
    type: { type: 'string', multiple: true },
    query: { type: 'string' },
  },
  failureStatus: NOT_CHECKED,
  async run({ values: { limit, type: types, query } }) {
    if (!/^[1-9]\d{0,6}$/.test(limit)) throw new UsageError(`--limit must be a number from 1, not ${limit}.`)
    if (types?.some((type) => !/^\w+$/.test(type))) throw new UsageError('--type must be the name of a workflow type.')
    const choice = { limit: Number(limit), types, query }
    const config = readConfig()
    const server = temporalServer(config)
    await requireTemporal(server)
    const histories = createHistories(server)
    try {
      const bundle = await workflowBundle(config.WORKFLOW_BUNDLE)
      const reports = await replayRuns({ histories, bundle, choice, onProgress: progress() }).catch(explain)
      return {
        lines: textReport(reports, server.namespace),
        json: { replayed: countReplayed(reports), failed: countFailed(reports), types: reports },
        status: countFailed(reports) > 0 ? SOMETHING_FAILED : 0,
      }
    } finally {
      await histories.close()
    }
  },
})

async function requireTemporal(server: TemporalServer): Promise<void> {
  const temporal = createTemporal(server)
  try {
    const fault = await temporal.findFault()
    if (fault) throw new CommandError(`${fault.message} (${loggableError(fault.error).message}). Nothing was checked.`)
  } finally {
    await temporal.close()
  }
}

/** Prints the progress of a long run on the standard error. */
function progress(): (reports: readonly TypeReport[]) => void {
  let printedAt = Date.now()
  return (reports) => {
    if (Date.now() - printedAt < PROGRESS_MS) return
    printedAt = Date.now()
    const current = reports.at(-1)?.type ?? ''
    process.stderr.write(`${countReplayed(reports)} replayed, ${countFailed(reports)} failed; at ${current}\n`)
  }
}

function explain(error: unknown): never {
  const fault = queryFault(error)
  if (fault !== null) throw new CommandError(`Temporal rejected the query: ${fault}`)
  if (!isTemporalError(error)) throw error
  throw new CommandError(`Temporal did not respond (${loggableError(error).message}). Not everything was checked.`)
}
