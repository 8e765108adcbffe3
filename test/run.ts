/**
 * Runs the tests that are named, or all. All go in two groups side by side that take equally long, each on servers of
 * its own: many wait for something most of the time.
 *
 *   npm test
 *   npm test -- test/gateway/routes/send.test.ts
 */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'

const MOCHA = createRequire(import.meta.url).resolve('mocha/bin/mocha.js')
const SECOND = ['end-to-end', 'embedded', 'models', 'workflows'].map((folder) => `test/${folder}/**/*.test.ts`)
const FIRST = ['test/**/*.test.ts', ...SECOND.flatMap((pattern) => ['--ignore', pattern])]

const named = process.argv.slice(2)
process.exitCode = named.length > 0 ? await mocha(named) : await sideBySide(FIRST, SECOND)

/** Shows the first group as it goes, and the other when it is through, so that neither talks into the other. */
async function sideBySide(shown: string[], later: string[]): Promise<number> {
  const quiet = mochaQuietly(later)
  const first = await mocha(shown)
  const { status, output } = await quiet
  process.stdout.write(output)
  return Math.max(first, status)
}

/** Its exit status; what it says is passed on as it says it. */
function mocha(args: string[]): Promise<number> {
  return exitOf(spawn(process.execPath, [MOCHA, ...args], { stdio: 'inherit' }))
}

/** Its exit status and what it said. */
async function mochaQuietly(args: string[]): Promise<{ status: number; output: string }> {
  const child = spawn(process.execPath, [MOCHA, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [status, output] = await Promise.all([exitOf(child), text(child.stdout)])
  return { status, output }
}

function exitOf(child: ReturnType<typeof spawn>): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve(code ?? 1))
  })
}
