import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadSecrets, stackEncryptionKeys } from '../embedded/secrets.js'
import type { StackInfo } from '../embedded/stack-file.js'
import { startStack, type Stack, type StackOptions } from '../embedded/stack.js'
import { createProject, type CreatedProject } from '../commands/projects/create-project.js'
import type { EncryptionKeys } from '../runtime/encryption-keys.js'
import { connectedDatabase } from '../runtime/mongodb/database.js'
import { connectMongodb, disconnectMongodb, mongodbConnected } from '../runtime/mongodb/connection.js'

/** A whole stack of a benchmark's own, on free ports, with this process connected to its database. */
export interface BenchStack {
  stack: Stack
  readonly encryptionKeys: EncryptionKeys
  makeProject(name: string): Promise<CreatedProject>
  /** Stops everything, and removes its data unless the caller named the folder. */
  end(): Promise<void>
}

/** Brings up a stack for one benchmark, with settings of its own and without rate limits. */
export async function bringUpForBench(
  settings: Record<string, string> = {},
  options: Partial<StackOptions> = {},
): Promise<BenchStack> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'posthorn-bench-'))
  const ports = { gateway: 0, inbox: 0, smtp: 0, mongodb: 0, temporal: 0, temporalUi: 0, ...options.ports }
  const servers = { MONGODB_URI: '', TEMPORAL_ADDRESS: '' }
  const env = { ...servers, RATE_LIMIT_PER_MINUTE: '0', OPEN_RATE_LIMIT_PER_MINUTE: '0', ...settings }
  const stack = await startStack({ ...options, dataDir, ports, env })
  const encryptionKeys = stackEncryptionKeys(env, loadSecrets(dataDir))
  connectMongodb({ MONGODB_URI: stack.info.mongodb })
  await mongodbConnected()
  return {
    stack,
    encryptionKeys,
    makeProject: (name) => createProject({ name, encryptionKeys }),
    async end() {
      await disconnectMongodb()
      await stack.stop()
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The peak memory of a process so far, in MB (Linux alone: /proc/<pid>/status, VmHWM). */
export function peakMemoryMb(pid: number | null): number {
  return statusMb(pid, 'VmHWM')
}

/** The present memory of a process, in MB. */
export function memoryMb(pid: number | null): number {
  return statusMb(pid, 'VmRSS')
}

function statusMb(pid: number | null, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024)
}

/** The processor time that each process of a stack has used so far, in ms (Linux alone: /proc/<pid>/stat, 100 Hz). */
export function cpuMs(processes: StackInfo['processes']): Record<string, number> {
  const spent = Object.entries(processes).map(([name, pid]) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return [name, (Number(fields[11]) + Number(fields[12])) * 10] as const
  })
  return Object.fromEntries(spent)
}

/** The commands that MongoDB has carried out so far. */
export async function commandCount(): Promise<number> {
  const { metrics } = (await connectedDatabase().admin().serverStatus()) as {
    metrics: { commands: Record<string, { total: number | bigint } | number | bigint> }
  }
  return Object.values(metrics.commands).reduce<number>(
    (sum, command) => sum + (typeof command === 'object' ? Number(command.total) : 0),
    0,
  )
}
