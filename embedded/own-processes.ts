import { join } from 'node:path'
import { applicationEnv, providerEnv } from './environment.js'
import type { Part } from './parts.js'
import { originOf, type Plan } from './plan.js'
import { answersOk } from './poll.js'
import { projectRoot } from './project-root.js'
import type { Env } from './settings.js'
import type { ProcessSpec } from './supervised-process.js'

/** The arguments with which Node runs a compiled program of this project, named as `gateway/server`. */
export function nodeArgs(program: string, { codeDir }: Plan): string[] {
  return ['--enable-source-maps', join(codeDir, `${program}.js`)]
}

/** The process of the local provider with its inbox. */
export function providerProcess(plan: Plan): ProcessSpec {
  return nodeProcess('provider', 'embedded/provider/provider', plan, {
    env: providerEnv(plan),
    graceMs: 1_000,
    isReady: () => answersOk(`${plan.addresses.inbox}/messages?limit=1`),
  })
}

/** The process of the gateway. */
export function gatewayProcess(plan: Plan): ProcessSpec {
  return nodeProcess('gateway', 'gateway/server', plan, {
    env: applicationEnv(plan),
    graceMs: 4_500,
    isReady: () => answersOk(`${plan.addresses.gateway}/health`),
  })
}

/** The process of the worker. */
export function workerProcess(plan: Plan): ProcessSpec {
  const env = applicationEnv(plan)
  const isQuiet = ['warn', 'error', 'fatal'].includes(env['LOG_LEVEL'] ?? '')
  return nodeProcess('worker', 'workers/worker', plan, {
    // The worker has no port to ask: only its log says that it is ready.
    env: { ...env, ...(isQuiet ? { LOG_LEVEL: 'info' } : {}), METRICS_PORT: metricsPort(env, 'worker') },
    graceMs: 4_500,
    isReady: (logged) => logged().includes('worker ready'),
  })
}

/** A further gateway or worker of the stack: its name, and the settings that differ from those of the first. */
export interface Host {
  part: 'gateway' | 'worker'
  name: string
  env?: Env
  /** The folder of the compiled programs of another version. */
  codeDir?: string
}

/** The process of a further gateway, on a port of its own, or worker. Links in mails keep the address of the first. */
export function hostProcess(plan: Plan, host: Host, port: number): ProcessSpec {
  const { part, name, env, codeDir = plan.codeDir } = host
  const own: Plan = {
    ...plan,
    codeDir,
    env: {
      GATEWAY_URL: plan.addresses.gateway,
      INBOUND_SPOOL_DIR: join(plan.dataDir, `spool-${name}`),
      ...plan.env,
      METRICS_PORT: '',
      ...env,
    },
    // The first gateway has the port of inbound mail.
    ports: { ...plan.ports, gateway: port, inboundSmtp: 0 },
    addresses: { ...plan.addresses, gateway: originOf(port) },
  }
  const spec = part === 'gateway' ? gatewayProcess(own) : workerProcess(own)
  return { ...spec, name, logFile: join(plan.dataDir, 'logs', `${name}.log`) }
}

// Processes cannot share the port of METRICS_PORT: the gateway has it, and these have the next ones.
const AFTER_GATEWAY = { worker: 1, temporal: 2 } as const

/**
 * The port on which a part beside the gateway serves metrics, as a setting. METRICS_PORT may be 0, empty or missing.
 */
export function metricsPort({ METRICS_PORT: port }: Env, part: keyof typeof AFTER_GATEWAY): string | undefined {
  return Number(port) > 0 ? String(Number(port) + AFTER_GATEWAY[part]) : port
}

function nodeProcess(
  part: Part,
  program: string,
  plan: Plan,
  own: { env: Env } & Pick<ProcessSpec, 'graceMs' | 'isReady'>,
): ProcessSpec {
  return {
    part,
    name: part,
    command: process.execPath,
    // No program reads the data folder. A later start, or a person with ps, recognises the stack's processes by it.
    args: [...nodeArgs(program, plan), `--data-dir=${plan.dataDir}`],
    cwd: projectRoot,
    logFile: join(plan.dataDir, 'logs', `${part}.log`),
    hasIpc: true,
    readyTimeoutMs: 60_000,
    ...own,
    // As the Dockerfile sets it: glibc would keep up to eight heaps for each core, each with free memory of its own.
    env: { MALLOC_ARENA_MAX: '2', ...own.env },
  }
}
