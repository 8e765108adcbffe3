import { join, resolve } from 'node:path'
import { projectRoot } from './project-root.js'
import { StackError } from './stack-error.js'

/** The ports of the stack: the name for people, the variable that sets it, and its default. */
export const PORT_SETTINGS = {
  gateway: { variable: 'GATEWAY_PORT', preset: 3000, label: 'the gateway' },
  inbox: { variable: 'INBOX_PORT', preset: 3025, label: 'the inbox' },
  smtp: { variable: 'PROVIDER_SMTP_PORT', preset: 0, label: "the local provider's SMTP" },
  inboundSmtp: { variable: 'INBOUND_SMTP_PORT', preset: 0, label: 'inbound mail' },
  mongodb: { variable: 'MONGODB_PORT', preset: 27117, label: 'MongoDB' },
  temporal: { variable: 'TEMPORAL_PORT', preset: 7233, label: 'Temporal' },
  temporalUi: { variable: 'TEMPORAL_UI_PORT', preset: 8233, label: "Temporal's web UI" },
} as const

/** One port of the stack. */
export type PortName = keyof typeof PORT_SETTINGS

/** A number for each port of the stack; 0 stands for any free one. */
export type Ports = Record<PortName, number>

/** Environment variables, as `process.env` holds them. */
export type Env = Record<string, string | undefined>

/** Reads the ports from `given`, else the environment, else the defaults. Throws StackError for an invalid one. */
export function readPorts(env: Env, given: Partial<Ports> = {}): Ports {
  const read = (name: PortName): number => given[name] ?? parsePort(name, env[PORT_SETTINGS[name].variable])
  return {
    gateway: read('gateway'),
    inbox: read('inbox'),
    smtp: read('smtp'),
    inboundSmtp: read('inboundSmtp'),
    mongodb: read('mongodb'),
    temporal: read('temporal'),
    temporalUi: read('temporalUi'),
  }
}

/** The data folder: POSTHORN_DATA_DIR seen from the caller's folder, or else `.posthorn` in the project's folder. */
export function readDataDir(env: Env): string {
  return resolve(env['POSTHORN_DATA_DIR'] || join(projectRoot, '.posthorn'))
}

function parsePort(name: PortName, value: string | undefined): number {
  const { variable, preset } = PORT_SETTINGS[name]
  if (!value) return preset
  const port = Number(value)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new StackError(`${variable} must be a port from 1 to 65535, or 0 for any free port, not "${value}".`)
}
