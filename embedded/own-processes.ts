import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { applicationEnv, providerEnv, type Surroundings } from './environment.js'
import type { Part } from './parts.js'
import { answersOk } from './poll.js'
import type { Env } from './settings.js'
import type { ProcessSpec } from './supervise.js'

/** The project's folder: where our own processes run, whatever folder the stack is started from. */
export const projectRoot = fileURLToPath(new URL('..', import.meta.url))

/** How one of our own TypeScript entries is run. */
export function nodeArgs(entry: string, dataDir: string): string[] {
  // The entry does not read the folder: by it a later start, and a person with ps, tells whose process this is.
  return ['--import', 'tsx', join(projectRoot, entry), `--data-dir=${dataDir}`]
}

/** How the local provider with its inbox runs. */
export function providerProcess(around: Surroundings): ProcessSpec {
  return nodeProcess('provider', 'embedded/provider/provider.ts', around, {
    env: providerEnv(around),
    graceMs: 1_000,
    isReady: () => answersOk(`${around.addresses.inbox}/messages?limit=1`),
  })
}

/** How the gateway runs. */
export function gatewayProcess(around: Surroundings): ProcessSpec {
  return nodeProcess('gateway', 'gateway/server.ts', around, {
    env: applicationEnv(around),
    graceMs: 4_500,
    isReady: () => answersOk(`${around.addresses.gateway}/health`),
  })
}

/** How the worker runs. */
export function workerProcess(around: Surroundings): ProcessSpec {
  const env = applicationEnv(around)
  const isQuiet = ['warn', 'error', 'fatal'].includes(env['LOG_LEVEL'] ?? '')
  return nodeProcess('worker', 'workers/worker.ts', around, {
    // It has no port to ask: that it is ready can only be read in its log.
    env: isQuiet ? { ...env, LOG_LEVEL: 'info' } : env,
    graceMs: 4_500,
    isReady: (logged) => logged().includes('worker ready'),
  })
}

function nodeProcess(
  name: Part,
  entry: string,
  { dataDir }: Surroundings,
  own: { env: Env } & Pick<ProcessSpec, 'graceMs' | 'isReady'>,
): ProcessSpec {
  return {
    name,
    command: process.execPath,
    args: nodeArgs(entry, dataDir),
    cwd: projectRoot,
    logFile: join(dataDir, 'logs', `${name}.log`),
    hasIpc: true,
    readyTimeoutMs: 60_000,
    ...own,
  }
}
