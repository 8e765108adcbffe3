import { commandLine, isAlive } from '../runtime/process-identity.js'
import type { Part } from './parts.js'
import { pollUntil } from './poll.js'

/**
 * Stops what a start killed without warning left running. A process id may belong to another program by now, so
 * only one whose command line names this data folder is touched.
 */
export async function stopOrphanProcesses(
  children: Partial<Record<Part, number>>,
  dataDir: string,
  log: (line: string) => void,
): Promise<void> {
  const left = Object.entries(children).filter(([, pid]) => isAlive(pid) && commandLine(pid).includes(dataDir))
  await Promise.all(
    left.map(async ([part, pid]) => {
      log(`Stopping ${part} (process ${pid}), left behind by an earlier start that was killed.`)
      signal(pid, 'SIGTERM')
      if (await pollUntil(() => !isAlive(pid), { timeoutMs: 5_000 })) return
      signal(pid, 'SIGKILL')
      await pollUntil(() => !isAlive(pid), { timeoutMs: 2_000 })
    }),
  )
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended by itself in between.
  }
}
