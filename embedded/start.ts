import { ConfigError } from '../runtime/config.js'
import { banner } from './banner.js'
import { startStack, type Stack } from './stack.js'
import { readDataDir } from './settings.js'
import { StackError } from './stack-error.js'
import { onStopSignal } from './stop-signals.js'

const cancelling = new AbortController()
let stack: Stack | null = null
let stoppingSince = 0

// A terminal that goes away must not take the supervisor down before it has stopped the rest.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)
const stop = onStopSignal(() => {
  stoppingSince = Date.now()
  console.log('\nStopping …')
  cancelling.abort(new StackError('Stopped during startup.'))
  if (stack) void finish(stack)
})
if (process.env['npm_lifecycle_event'] === 'start') stopWithParent()

const dataDir = readDataDir(process.env)
const began = Date.now()
try {
  stack = await startStack({
    dataDir,
    log: (line) => console.log(line),
    isTerminal: process.stdout.isTTY,
    signal: cancelling.signal,
  })
  console.log(banner(stack.info, dataDir))
  console.log(`Ready after ${((Date.now() - began) / 1_000).toFixed(1)} s.`)
  if (cancelling.signal.aborted) await finish(stack)
} catch (error) {
  if (cancelling.signal.aborted) process.exit(0)
  console.error(error instanceof StackError || error instanceof ConfigError ? `\n${error.message}` : error)
  process.exit(1)
}

/** A SIGTERM to npm ends npm and its shell without reaching this process, which then has another parent. */
function stopWithParent(): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent && stoppingSince === 0) stop()
  }, 500).unref()
}

async function finish(running: Stack): Promise<void> {
  await running.stop()
  console.log(`Stopped after ${((Date.now() - stoppingSince) / 1_000).toFixed(1)} s.`)
  process.exit(0)
}
