/**
 * Runs the tests that are named, or all. All go in groups side by side, each on servers of its own: those on whole
 * stacks mostly wait for something.
 *
 *   npm test
 *   npm test -- test/gateway/routes/send.test.ts
 */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'

const MOCHA = createRequire(import.meta.url).resolve('mocha/bin/mocha.js')
const GATEWAY = ['test/gateway/**/*.test.ts']
const ON_STACKS = ['test/end-to-end/**/*.test.ts', 'test/embedded/**/*.test.ts', 'test/workflows/**/*.test.ts']
const OTHERS = ['test/**/*.test.ts', ...[...GATEWAY, ...ON_STACKS].flatMap((pattern) => ['--ignore', pattern])]

const named = process.argv.slice(2)
process.exitCode = named.length > 0 ? await mocha(named) : await sideBySide(GATEWAY, [OTHERS, ON_STACKS])

/** Shows the first group as it goes, and the others when they are through, so that none talks into another. */
async function sideBySide(first: string[], others: string[][]): Promise<number> {
  const quiet = others.map(mochaQuietly)
  const statuses = [await mocha(first)]
  for (const { status, output } of await Promise.all(quiet)) {
    process.stdout.write(output)
    statuses.push(status)
  }
  return Math.max(...statuses)
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
