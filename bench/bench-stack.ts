import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadSecrets, stackEncryptionKeys } from '../embedded/secrets.js'
import { startStack, type Stack, type StackOptions } from '../embedded/stack.js'
import { createProject, type CreatedProject } from '../commands/tenancy/projects/create-project.js'
import type { EncryptionKeys } from '../runtime/encryption-keys.js'
import { connectMongodb, disconnectMongodb, mongodbConnected } from '../runtime/mongodb/connection.js'

/** A whole stack for one benchmark, on free ports. This process is connected to its database. */
export interface BenchStack {
  stack: Stack
  readonly encryptionKeys: EncryptionKeys
  makeProject: (name: string) => Promise<CreatedProject>
  /** Stops everything, and removes its data unless the caller named the folder. */
  end(): Promise<void>
}

/** Brings up a stack for one benchmark, with settings of its own and without rate limits. */
export async function bringUpForBench(
  settings: Record<string, string> = {},
  options: Partial<StackOptions> = {},
): Promise<BenchStack> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'posthorn-bench-'))
  const removeData = (): void => {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  const ports = { gateway: 0, inbox: 0, smtp: 0, mongodb: 0, temporal: 0, temporalUi: 0, ...options.ports }
  const servers = { MONGODB_URI: '', TEMPORAL_ADDRESS: '' }
  const unlimited = { RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PUBLIC_PER_MINUTE: '0', OPEN_RATE_LIMIT_PER_MINUTE: '0' }
  const env = { ...servers, ...unlimited, ...settings }
  let stack: Stack
  try {
    stack = await startStack({ ...options, dataDir, ports, env })
  } catch (error) {
    removeData()
    throw error
  }
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
      removeData()
    },
  }
}
