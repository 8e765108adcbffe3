import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../settings.js'
import type { ProcessSpec } from '../supervised-process.js'
import type { Program } from './provision.js'
import { ensurePrimary } from './replica-set.js'

// A transaction that a killed process leaves open holds its rows until the server ends it, by default after a minute.
const SHORT_TRANSACTIONS = ['--setParameter', 'transactionLifetimeLimitSeconds=6']

/** The process of the embedded mongod: a replica set of one, because transactions need a replica set. */
export function mongodbProcess(program: Program, options: { dataDir: string; port: number; env: Env }): ProcessSpec {
  const { dataDir, port, env } = options
  const dbPath = join(dataDir, 'mongodb')
  mkdirSync(dbPath, { recursive: true })
  return {
    part: 'mongodb',
    name: 'mongodb',
    command: program.file,
    args: [
      ['--replSet', 'rs0', '--dbpath', dbPath, '--port', String(port), '--bind_ip', '127.0.0.1'],
      ['--nounixsocket', '--quiet', '--wiredTigerCacheSizeGB', '1', '--oplogSize', '1024', ...SHORT_TRANSACTIONS],
      ['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    ].flat(),
    env,
    cwd: dataDir,
    logFile: join(dataDir, 'logs', 'mongodb.log'),
    hasIpc: false,
    graceMs: 4_000,
    readyTimeoutMs: 60_000,
    isReady: () => ensurePrimary(port),
  }
}
