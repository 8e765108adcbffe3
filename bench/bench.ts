/**
 * `npm run bench`: measures what units of work cost, each part by itself on a stack in a temporary folder, prints
 * tables and writes the results as JSON. `npm run bench -- --help` lists the parts and their options.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onStopSignal } from '../embedded/stop-signals.js'
import { round } from './measuring/statistics.js'
import { helpText, parseOptions, UsageError, type BenchOptions } from './options.js'
import { LeftOut, type Part } from './part.js'
import { PARTS } from './parts.js'
import { describeMachine, describeRevision, describeServers, type Servers } from './report/machine.js'
import { judge, renderReport, type PartOutcome } from './report/report.js'
import { StackPool } from './stack-pool.js'

const PARENT_CHECK_MS = 500
const LONGEST_QUIET_SECONDS = { normal: 20, quick: 5 }
const STATUS_OF_SIGINT = 130
const STATUS_OF_USAGE = 2

try {
  const options = parseOptions(process.argv.slice(2), PARTS)
  if (options.isHelp) console.log(helpText(PARTS))
  else await run(options)
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = STATUS_OF_USAGE
}

async function run(options: BenchOptions): Promise<void> {
  const [began, startedAt] = [performance.now(), new Date()]
  const [machine, revision] = [describeMachine(), describeRevision()]
  const stopping = new AbortController()
  const pool = new StackPool({
    signal: stopping.signal,
    longestQuietSeconds: LONGEST_QUIET_SECONDS[options.isQuick ? 'quick' : 'normal'],
    log: (line) => console.log(`  ${line}`),
  })
  endOnSignal(stopping, pool)
  const outcomes: Record<string, PartOutcome> = {}
  let servers: Servers | null = null
  try {
    for (const part of PARTS.filter(({ name }) => options.names.includes(name))) {
      console.log(`${part.name}: ${part.title}`)
      const outcome = await runPart(part, options, pool)
      // The signal ends this process, once the stack has ended.
      if (pool.isStopping) return
      outcomes[part.name] = outcome
      console.log(`\n${renderReport({ [part.name]: outcome })}\n\n  ${outcome.seconds} s\n`)
      servers ??= await pool.describe(describeServers)
    }
  } finally {
    await pool.end()
  }
  const parts = Object.keys(outcomes)
  if (parts.length > 1) console.log(`${'═'.repeat(80)}\n\n${renderReport(outcomes)}\n`)
  const result = {
    startedAt: startedAt.toISOString(),
    seconds: round((performance.now() - began) / 1_000, 1),
    revision,
    machine: { ...machine, ...servers },
    options: { isQuick: options.isQuick, isAll: options.isAll },
    parts: outcomes,
    goals: judge(outcomes),
  }
  const file = options.json ?? defaultFile(startedAt)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
  console.log(`${result.seconds} s in all; results in ${file}`)
  const hasFailed = Object.values(outcomes).some(({ error }) => error !== undefined)
  process.exit(hasFailed ? 1 : 0)
}

async function runPart(part: Part, { sizes }: BenchOptions, pool: StackPool): Promise<PartOutcome> {
  const from = performance.now()
  const sizesOfPart = sizes[part.name] ?? {}
  const outcome = (rest: Partial<PartOutcome>): PartOutcome => ({
    seconds: round((performance.now() - from) / 1_000, 1),
    sizes: sizesOfPart,
    rows: {},
    figures: {},
    ...rest,
  })
  try {
    return outcome(
      await part.run({
        sizes: sizesOfPart,
        sharedStack: (settings) => pool.shared(settings),
        freshStack: (settings) => pool.fresh(settings),
        say: (line) => console.log(`  ${line}`),
      }),
    )
  } catch (error) {
    if (error instanceof LeftOut) return outcome({ leftOut: error.message })
    if (!pool.isStopping) console.error(error)
    // The failed part may have left the stack in any state.
    await pool.end()
    return outcome({ error: error instanceof Error ? error.message : String(error) })
  }
}

/** Ends the stack on Ctrl-C and other signals, and when npm has ended: npm does not pass its SIGTERM on. */
function endOnSignal(stopping: AbortController, pool: StackPool): void {
  const stop = onStopSignal(() => {
    console.error('\nStopping …')
    stopping.abort(new Error('Stopped'))
    void pool.end().finally(() => process.exit(STATUS_OF_SIGINT))
  })
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop(), PARENT_CHECK_MS).unref()
}

function defaultFile(at: Date): string {
  const name = at.toISOString().slice(0, 19).replaceAll(':', '-')
  return fileURLToPath(new URL(`./results/${name}.json`, import.meta.url))
}
