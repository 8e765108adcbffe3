/**
 * Runs the tests that are named, or all. All go in groups side by side, each on servers of its own, because many tests
 * wait for something most of the time. A group that is through with a file takes the next one. The end repeats what
 * failed, and its last line says how many passed and failed.
 *
 *   npm test
 *   npm test -- test/gateway/routes/send.test.ts
 *   TEST_GROUPS=2 npm test  in two groups instead of five
 *   npm test -- --record    also notes how long each file took, by which the next run orders them
 *   npm test -- --law       also lists what the law of shards saw, and what no test reached
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildDashboard, dashboardFolder } from '../embedded/build-dashboard.js'
import { compilePrograms, programsFolder } from '../embedded/compile-programs.js'
import { onStopSignal } from '../embedded/stop-signals.js'
import type { LawReport } from './law/law.js'
import { allTestFiles, noteSeconds } from './support/file-queue.js'
import { resultsIn, sumOf, type Results } from './support/results.js'
import { runInGroups } from './support/run-groups.js'

// Objects of a test are dead when the test ends: a larger young generation is collected less often, which saves
// a twentieth of the processor time.
const NODE_FLAGS = ['--import=tsx', '--max-semi-space-size=48']
// The program behind mocha's own command, which would end by a signal and leave the tests running.
const MOCHA = [createRequire(import.meta.url).resolve('mocha/lib/cli/cli.js')]
const REPORTER = ['--reporter', 'test/support/results-reporter.ts']
const FLAGS = ['--record', '--law']
const LAW = 'law.json'

const workDir = mkdtempSync(join(tmpdir(), 'posthorn-results-'))
const isLawful = process.argv.includes('--law')
const named = process.argv.slice(2).filter((argument) => !FLAGS.includes(argument))
const { passed, failed, failures, unrun, seconds } = named.length > 0 ? await runNamed() : await runAll()
if (isLawful) await showLaw()
rmSync(workDir, { recursive: true })
if (process.argv.includes('--record')) noteSeconds(seconds)

// A file that registers no test, or that a group lost, would go unnoticed.
const unseen = named.length > 0 ? [] : allTestFiles().filter((file) => !(file in seconds))
for (const file of unseen) process.stdout.write(`No test of ${file} ran to its end.\n`)
// The tests behind a hook that failed would go unnoticed too.
for (const [file, count] of Object.entries(unrun)) {
  process.stdout.write(`${count} of the tests of ${file} did not run.\n`)
}
const missing = Object.values(unrun).reduce((sum, count) => sum + count, failed + unseen.length)
// The end of a long log names what failed, because its beginning is often cut off.
for (const failure of failures) process.stdout.write(`Failed: ${failure}\n\n`)
process.stdout.write(`${passed} passed, ${missing} failed\n`)
process.exitCode = missing > 0 ? 1 : process.exitCode

/** Runs files in one group, in the order in which they are named. Options of mocha may be among them. */
async function runNamed(): Promise<Results> {
  const file = join(workDir, 'results.json')
  const env = { ...process.env, ...settings(workDir), TEST_RESULTS: file }
  const child = spawn(process.execPath, [...NODE_FLAGS, ...MOCHA, ...REPORTER, ...named], { stdio: 'inherit', env })
  onStopSignal(() => void child.kill('SIGTERM'))
  const [status] = (await once(child, 'exit')) as [number | null]
  process.exitCode = status ?? 1
  return resultsIn(file)
}

async function runAll(): Promise<Results> {
  await build()
  const all: Results[] = []
  await runInGroups(allTestFiles(), Number(process.env['TEST_GROUPS'] ?? 5), {
    nodeFlags: NODE_FLAGS,
    workDir,
    env: settings,
    onResults(results, said) {
      process.stdout.write(said)
      all.push(results)
    },
  })
  return sumOf(all)
}

/** Builds what many tests need, because groups side by side would each build the same. The tests tell of a failure. */
async function build(): Promise<void> {
  const { signal } = new AbortController()
  await Promise.allSettled([buildDashboard(dashboardFolder(), signal), compilePrograms(programsFolder(), signal)])
}

function settings(folder: string): NodeJS.ProcessEnv {
  return isLawful ? { LAW_REPORT: join(folder, LAW) } : {}
}

async function showLaw(): Promise<void> {
  const { lawSummary } = await import('./law/summary.js')
  const files = readdirSync(workDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(LAW))
    .map((name) => join(workDir, name))
  const reports = files.filter(existsSync).map((file) => JSON.parse(readFileSync(file, 'utf8')) as LawReport)
  process.stdout.write(`${lawSummary(reports).join('\n')}\n`)
}
