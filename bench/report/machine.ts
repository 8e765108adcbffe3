import { execFileSync } from 'node:child_process'
import { cpus, loadavg, release, totalmem } from 'node:os'
import { Connection } from '@temporalio/client'
import type { MeasuredStack } from '../stack-pool.js'

/** The machine of a run. */
export interface Machine {
  processor: string
  cores: number
  memoryMb: number
  kernel: string
  node: string
  /** Of the last minute before the run: whether others used the machine. */
  loadAverage: number
}

/** The versions of the servers of a stack. */
export interface Servers {
  mongod: string
  temporal: string
}

/** The code that was measured. */
export interface Revision {
  commit: string
  /** Whether files differed from the commit. */
  isChanged: boolean
}

/** Describes this machine. */
export function describeMachine(): Machine {
  return {
    processor: cpus()[0]?.model ?? '',
    cores: cpus().length,
    memoryMb: Math.round(totalmem() / 2 ** 20),
    kernel: release(),
    node: process.version,
    loadAverage: loadavg()[0] ?? 0,
  }
}

/** Asks the servers of a stack for their versions. */
export async function describeServers({ database, stack }: MeasuredStack): Promise<Servers> {
  const connection = await Connection.connect({ address: stack.info.temporal })
  try {
    const { serverVersion } = await connection.workflowService.getSystemInfo({})
    return { mongod: await database.version(), temporal: serverVersion }
  } finally {
    await connection.close()
  }
}

/** The commit of this folder; null outside of a repository. */
export function describeRevision(): Revision | null {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    return { commit: git('rev-parse', 'HEAD'), isChanged: git('status', '--porcelain') !== '' }
  } catch {
    return null
  }
}
