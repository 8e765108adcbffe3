import { commandLine, isAlive } from '../runtime/process-identity.js'
import type { Part } from './parts.js'
import { pollUntil } from './poll.js'

/**
 * Stops the processes that a killed supervisor left running. The system may have given a process id to another
 * program since, so only a process whose command line names this data folder gets a signal.
 */
export async function stopOrphanProcesses(
  children: Partial<Record<Part, number>>,
  dataDir: string,
  log: (line: string) => void,
): Promise<void> {
  const orphans = Object.entries(children).filter(([, pid]) => isAlive(pid) && commandLine(pid).includes(dataDir))
  await Promise.all(
    orphans.map(async ([part, pid]) => {
      log(`Stopping ${part} (process ${pid}), left over from a killed run.`)
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
    // The process has ended since.
  }
}
