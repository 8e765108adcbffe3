import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { hasCode } from './has-code.js'

/** Whether a process of any user with this id is alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
  return !isZombie(pid)
}

/** The command line of a process; empty when there is no such process. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return askPs(pid, 'command=')
  }
}

/**
 * Start time of a process, in the system's format. Ids of processes are reused; id and start time together are unique.
 */
export function beginning(pid: number): string {
  return statFields(pid)[19] ?? askPs(pid, 'lstart=')
}

/** Whether a process is dead but keeps its id until its parent reads its exit status. */
function isZombie(pid: number): boolean {
  return statFields(pid)[0] === 'Z'
}

/** The fields of /proc/<pid>/stat after the name, which may contain spaces and brackets; empty on macOS. */
function statFields(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

function askPs(pid: number, column: string): string {
  const { stdout } = spawnSync('ps', ['-ww', '-o', column, '-p', String(pid)], { encoding: 'utf8' })
  // There is no output on a system without ps.
  return typeof stdout === 'string' ? stdout.trim() : ''
}
