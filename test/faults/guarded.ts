import { fork } from 'node:child_process'
import { once, setMaxListeners } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { onStopSignal } from '../../embedded/stop-signals.js'
import { commandLine } from '../../runtime/process-identity.js'
import { makeDataDir } from '../support/data-dir.js'

const FOLDER = 'POSTHORN_RUN_DIR'

/**
 * Runs a scenario in a process of its own, and leaves nothing behind however that ends: no process, stopped ones
 * included, no data unless they are kept. The exit status is 1 when the scenario answers false.
 */
export async function runGuarded(
  prefix: string,
  { keep }: { keep: boolean },
  scenario: (dataDir: string, signal: AbortSignal) => Promise<boolean>,
): Promise<void> {
  const { [FOLDER]: folder } = process.env
  if (folder === undefined) await guard(prefix, keep)
  else await run(folder, scenario)
}

async function guard(prefix: string, keep: boolean): Promise<void> {
  const dataDir = makeDataDir(prefix)
  // A process group of its own: a Ctrl-C reaches the guard, which passes it on once.
  const child = fork(process.argv[1] ?? '', process.argv.slice(2), {
    env: { ...process.env, [FOLDER]: dataDir },
    detached: true,
  })
  const exited = once(child, 'exit')
  onStopSignal(() => child.kill('SIGTERM'))
  const [status] = (await exited) as [number | null]
  killAllOf(dataDir)
  if (keep) console.log(`The data are in ${dataDir}`)
  else rmSync(dataDir, { recursive: true, force: true })
  process.exitCode = status ?? 1
}

async function run(dataDir: string, scenario: Parameters<typeof runGuarded>[2]): Promise<void> {
  const stopping = new AbortController()
  // Every fault that waits for its time listens.
  setMaxListeners(0, stopping.signal)
  const stop = onStopSignal(() => stopping.abort(new Error('Called off.')))
  process.on('disconnect', stop)
  try {
    if (!(await scenario(dataDir, stopping.signal))) process.exitCode = 1
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
