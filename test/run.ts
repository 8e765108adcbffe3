/**
 * Runs the tests that are named, or all. All go in groups side by side that take equally long, each on servers of its
 * own: many tests wait for something most of the time. The end repeats what failed, and its last line says how many
 * passed and failed.
 *
 *   npm test
 *   npm test -- test/gateway/routes/send.test.ts
 *   SHARDS=2 npm test       in two groups instead of four
 *   npm test -- --record    also notes how long each file took, by which the next run makes its groups
 *   npm test -- --law       also lists what the law of shards saw, and what no test reached
 */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onStopSignal } from '../embedded/stop-signals.js'
import type { LawReport } from './law/law.js'
import type { Results } from './support/results-reporter.js'
import { allTestFiles, makeShards, noteSeconds } from './support/shards.js'

// The program behind mocha's own command, which would end by a signal and leave the tests running.
// Objects of a test are dead when the test ends: a larger young generation is collected less often, which saves
// a twentieth of the processor time.
const NODE_FLAGS = ['--import=tsx', '--max-semi-space-size=48']
const MOCHA = [...NODE_FLAGS, createRequire(import.meta.url).resolve('mocha/lib/cli/cli.js')]
const REPORTER = ['--reporter', 'test/support/results-reporter.ts']
// A test that is left out must not be left out of a whole run unseen.
const WHOLE = ['--forbid-only', '--forbid-pending']

interface Outcome extends Results {
  status: number
}

const FLAGS = ['--record', '--law']
const LAW = 'law.json'

const groups = new Set<ChildProcess>()
// A signal may come to this process alone. Each group stops its servers before it ends.
onStopSignal(() => {
  for (const group of groups) group.kill('SIGTERM')
})

const workDir = mkdtempSync(join(tmpdir(), 'posthorn-results-'))
const named = process.argv.slice(2).filter((argument) => !FLAGS.includes(argument))
const files = named.length > 0 ? named : allTestFiles()
const shards = named.length > 0 ? [named] : makeShards(files, Number(process.env['SHARDS'] ?? 4))
const options = named.length > 0 ? REPORTER : [...REPORTER, ...WHOLE]

const outcomes = await sideBySide(shards)
if (process.argv.includes('--law')) await showLaw()
rmSync(workDir, { recursive: true })
const seconds = Object.assign({}, ...outcomes.map((outcome) => outcome.seconds)) as Record<string, number>
if (process.argv.includes('--record')) noteSeconds(seconds)

// A file that registers no test, or that a group lost, would go unnoticed.
const unseen = named.length > 0 ? [] : files.filter((file) => !(file in seconds))
for (const file of unseen) process.stdout.write(`No test of ${file} ran.\n`)
// The tests behind a hook that failed would go unnoticed too.
const unrun = outcomes.flatMap((outcome) => Object.entries(outcome.unrun))
for (const [file, count] of unrun) process.stdout.write(`${count} of the tests of ${file} did not run.\n`)
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
const missing = unrun.reduce((sum, [, count]) => sum + count, unseen.length)
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, missing)
// The end of a long log names what failed, because its beginning is often cut off.
for (const failure of outcomes.flatMap(({ failures }) => failures)) process.stdout.write(`Failed: ${failure}\n\n`)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : Math.max(...outcomes.map(({ status }) => status))

/** Shows the first group as it goes, and each other when it is through, so that none talks into another. */
async function sideBySide([first = [], ...others]: string[][]): Promise<Outcome[]> {
  const quiet = others.map((shard) => run(shard, 'pipe'))
  const outcomes = [(await run(first, 'inherit')).outcome]
  for (const running of quiet) {
    const { outcome, output } = await running
    process.stdout.write(output)
    outcomes.push(outcome)
  }
  return outcomes
}

async function run(shard: string[], stdout: 'inherit' | 'pipe'): Promise<{ outcome: Outcome; output: string }> {
  const file = join(mkdtempSync(join(workDir, 'shard-')), 'results.json')
  const stdio: StdioOptions = ['ignore', stdout, 'inherit']
  const law = process.argv.includes('--law') ? { LAW_REPORT: join(dirname(file), LAW) } : {}
  const env = { ...process.env, ...law, TEST_RESULTS: file }
  const child = spawn(process.execPath, [...MOCHA, ...options, ...shard], { stdio, env })
  groups.add(child)
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve(code ?? 1))
  })
  const [status, output] = await Promise.all([ended, child.stdout ? text(child.stdout) : ''])
  return { outcome: { status, ...readResults(file) }, output }
}

async function showLaw(): Promise<void> {
  const { lawSummary } = await import('./law/summary.js')
  const files = readdirSync(workDir).map((shard) => join(workDir, shard, LAW))
  const reports = files.filter(existsSync).map((file) => JSON.parse(readFileSync(file, 'utf8')) as LawReport)
  process.stdout.write(`${lawSummary(reports).join('\n')}\n`)
}

/** What a group noted at its end; one that broke off before counts as a failure. */
function readResults(file: string): Results {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Results
  } catch (error) {
    process.stdout.write(`A group of tests broke off: ${String(error)}\n`)
    return { passed: 0, failed: 1, failures: [], unrun: {}, seconds: {} }
  }
}
