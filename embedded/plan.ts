import type { Part } from './parts.js'
import { dashboardFolder } from './build-dashboard.js'
import { programsFolder } from './compile-programs.js'
import { claimPorts, findFreePort } from './ports.js'
import { loadSecrets } from './secrets.js'
import { replicaSetUri } from './servers/replica-set.js'
import { hiddenLoopback, readUiWrites, type UiServer } from './servers/temporal-ui.js'
import { readPorts, type Env, type PortName, type Ports } from './settings.js'
import type { StackInfo } from './stack-file.js'

/** The parts that a start brings up, their addresses and keys, fixed before the first process starts. */
export interface Plan {
  env: Env
  dataDir: string
  /** The folder of the compiled programs. */
  codeDir: string
  /** The folder of the built dashboard. */
  dashboardDir: string
  ports: Ports
  /** Where Temporal serves its web UI to the listener at its port, and whether the UI may change workflows. */
  temporalUi: UiServer & { writes: boolean }
  /** The processes that this stack runs; a server named by an address in the environment is not among them. */
  runs: ReadonlySet<Part>
  encryptionKey: string
  jwtSecret: string
  /** An address that does not exist is an empty string. */
  addresses: Pick<StackInfo, 'gateway' | 'inbox' | 'inboundSmtp' | 'mongodb' | 'temporal' | 'temporalUi'>
}

const PORTS_OF: Record<Part, readonly PortName[]> = {
  mongodb: ['mongodb'],
  temporal: ['temporal', 'temporalUi'],
  provider: ['inbox', 'smtp'],
  gateway: ['gateway', 'inboundSmtp'],
  worker: [],
}

/** Reads the settings and claims the ports. Throws StackError for an invalid setting or a port that is taken. */
export async function makePlan(options: {
  env: Env
  dataDir: string
  parts: readonly Part[]
  ports: Partial<Ports>
}): Promise<Plan> {
  const { env, dataDir, parts } = options
  const runs = new Set(parts)
  if (env['MONGODB_URI']) runs.delete('mongodb')
  if (env['TEMPORAL_ADDRESS']) runs.delete('temporal')
  const names = [...runs].flatMap((part) => PORTS_OF[part])
  const ports = await claimPorts(readPorts(env, options.ports), names)
  const secrets = loadSecrets(dataDir)
  const origin = (name: PortName): string => originOf(ports[name])
  return {
    env,
    dataDir,
    codeDir: programsFolder(),
    dashboardDir: dashboardFolder(),
    ports,
    temporalUi: {
      host: hiddenLoopback(),
      port: await findFreePort(Object.values(ports)),
      writes: readUiWrites(env),
    },
    runs,
    encryptionKey: env['ENCRYPTION_KEY'] || secrets.encryptionKey,
    jwtSecret: env['JWT_SECRET'] || secrets.jwtSecret,
    addresses: {
      gateway: runs.has('gateway') ? origin('gateway') : '',
      inbox: runs.has('provider') ? origin('inbox') : '',
      inboundSmtp: runs.has('gateway') ? `127.0.0.1:${ports.inboundSmtp}` : '',
      mongodb: env['MONGODB_URI'] || (runs.has('mongodb') ? replicaSetUri(ports.mongodb) : ''),
      temporal: env['TEMPORAL_ADDRESS'] || (runs.has('temporal') ? `127.0.0.1:${ports.temporal}` : ''),
      temporalUi: runs.has('temporal') ? origin('temporalUi') : env['TEMPORAL_UI_URL'] || '',
    },
  }
}

/** The origin of a server of the stack that listens on this port. */
export function originOf(port: number): string {
  return `http://127.0.0.1:${port}`
}
