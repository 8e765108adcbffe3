import { banner } from './banner.js'
import { startStack, type Stack } from './stack.js'
import { readDataDir } from './settings.js'
import { StackError } from './stack-error.js'

/** npm passes a Ctrl-C on that the terminal has already delivered; only a later one is a second wish. */
const SAME_WISH_MS = 1_000

const calledOff = new AbortController()
let stack: Stack | null = null
let stoppingSince = 0

// A terminal that goes away must not take the supervisor down before it has stopped the rest.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
if (process.env['npm_lifecycle_event'] === 'start') stopWithParent()

const dataDir = readDataDir(process.env)
const began = Date.now()
try {
  stack = await startStack({
    dataDir,
    log: (line) => console.log(line),
    isTerminal: process.stdout.isTTY,
    signal: calledOff.signal,
  })
  console.log(banner(stack.info, dataDir))
  console.log(`Ready after ${((Date.now() - began) / 1_000).toFixed(1)} s.`)
  if (calledOff.signal.aborted) await finish(stack)
} catch (error) {
  if (calledOff.signal.aborted) process.exit(0)
  console.error(error instanceof StackError ? `\n${error.message}` : error)
  process.exit(1)
}

function onSignal(): void {
  if (stoppingSince > 0) {
    // The second wish: what still runs is killed on the way out.
    if (Date.now() - stoppingSince > SAME_WISH_MS) process.exit(1)
    return
  }
  stoppingSince = Date.now()
  console.log('\nStopping …')
  calledOff.abort(new StackError('Stopped while starting.'))
  if (stack) void finish(stack)
}

/** A SIGTERM to npm ends npm and its shell and goes no further: that our parent has changed is all we notice. */
function stopWithParent(): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent && stoppingSince === 0) onSignal()
  }, 500).unref()
}

async function finish(running: Stack): Promise<void> {
  await running.stop()
  console.log(`Stopped after ${((Date.now() - stoppingSince) / 1_000).toFixed(1)} s.`)
  process.exit(0)
}
