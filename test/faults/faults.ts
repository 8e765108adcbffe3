/**
 * A cluster of two gateways and three workers under a mixed load, while its processes are killed and stopped, MongoDB
 * and Temporal are away, the provider misbehaves and spools lose their disk. At the end everything that was acknowledged
 * is compared with what became of it; the exit status is 1 when a promise was broken.
 *
 *   npm run test:faults -- --minutes 30 --seed 7
 *
 * One seed gives one plan of faults. Further options: --rate (requests a second), --recipients (of each campaign),
 * --keep, which leaves the data and logs, and --prove, which runs for a minute, then breaks the data in one place after
 * the other, and fails where the audit does not name it.
 */
import { fork } from 'node:child_process'
import { once, setMaxListeners } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { onStopSignal } from '../../embedded/stop-signals.js'
import { commandLine } from '../../runtime/process-identity.js'
import { makeDataDir } from '../support/data-dir.js'
import { unmountBelow } from './disks.js'
import { readOptions } from './options.js'
import { runScenario } from './scenario.js'

const FOLDER = 'POSTHORN_FAULTS_DIR'
const { [FOLDER]: folder } = process.env

if (folder === undefined) await guard()
else await run(folder)

/**
 * Runs the whole in a process of its own, and leaves nothing behind however that ends: no process, stopped ones
 * included, no mounted disk, no data.
 */
async function guard(): Promise<void> {
  const { keep } = readOptions(process.argv.slice(2))
  const dataDir = makeDataDir('posthorn-faults-')
  // A process group of its own: a Ctrl-C reaches the guard, which passes it on once.
  const child = fork(process.argv[1] ?? '', process.argv.slice(2), {
    env: { ...process.env, [FOLDER]: dataDir },
    detached: true,
  })
  const exited = once(child, 'exit')
  onStopSignal(() => child.kill('SIGTERM'))
  const [status] = (await exited) as [number | null]
  killAllOf(dataDir)
  unmountBelow(dataDir)
  if (keep) console.log(`The data are in ${dataDir}`)
  else rmSync(dataDir, { recursive: true, force: true })
  process.exitCode = status ?? 1
}

async function run(dataDir: string): Promise<void> {
  const stopping = new AbortController()
  // Every fault that waits for its time listens.
  setMaxListeners(0, stopping.signal)
  const stop = onStopSignal(() => stopping.abort(new Error('Called off.')))
  process.on('disconnect', stop)
  try {
    if (!(await runScenario(readOptions(process.argv.slice(2)), dataDir, stopping.signal))) process.exitCode = 1
  } catch (error) {
    console.log(error instanceof Error && stopping.signal.aborted ? error.message : error)
    process.exitCode = 1
  }
  process.exit()
}

/** Ends the processes whose command line names the data folder, which is this run's alone. */
function killAllOf(dataDir: string): void {
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
  for (const pid of pids) {
    try {
      if (commandLine(pid).includes(dataDir)) process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended since.
    }
  }
}
