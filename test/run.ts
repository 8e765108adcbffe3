/**
 * Runs the tests that are named, or all: those on whole stacks, which mostly wait for something, beside all others.
 *
 *   npm test
 *   npm test -- test/gateway/routes/send.test.ts
 */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'

const MOCHA = createRequire(import.meta.url).resolve('mocha/bin/mocha.js')
const ON_STACKS = ['test/end-to-end/**/*.test.ts', 'test/embedded/**/*.test.ts', 'test/workflows/**/*.test.ts']

const named = process.argv.slice(2)
if (named.length > 0) {
  process.exitCode = await mocha(named)
} else {
  const others = ['test/**/*.test.ts', ...ON_STACKS.flatMap((pattern) => ['--ignore', pattern])]
  const [first, second] = await Promise.all([mocha(others), mochaQuietly(ON_STACKS)])
  process.stdout.write(second.output)
  process.exitCode = first || second.status
}

/** Its exit status; what it says is passed on as it says it. */
function mocha(args: string[]): Promise<number> {
  return exitOf(spawn(process.execPath, [MOCHA, ...args], { stdio: 'inherit' }))
}

/** Its exit status and what it said, so that two at once do not talk into each other. */
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
