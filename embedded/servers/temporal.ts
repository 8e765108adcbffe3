import { join } from 'node:path'
import { z } from 'zod'
import type { Env } from '../settings.js'
import type { ProcessSpec } from '../supervised-process.js'
import type { Program } from './provision.js'
import type { UiServer } from './temporal-ui.js'

const SEARCH_ATTRIBUTES = ['ProjectId', 'EmailWorkflowId', 'ContactId', 'Kind', 'FailedAt']
// The development server makes search attributes only in a new file, so this number is raised when they change. The
// reconciliation with MongoDB then starts the executions of the older file again.
const FILE_GENERATION = 2

const Answer = z.object({ customAttributes: z.record(z.string(), z.string()) })

// Temporal's API by HTTP answers every name on its port. Nothing here uses it.
const NO_HOST = 'frontend.httpAllowedHosts=["posthorn.invalid"]'

/** The process of the embedded Temporal server, with its web UI at `ui`. */
export function temporalProcess(
  program: Program,
  options: { dataDir: string; port: number; ui: UiServer; metricsPort: number | null; env: Env },
): ProcessSpec {
  const { dataDir, port, ui, metricsPort, env } = options
  // The server makes its schema only when the file is absent, so each server version has a file of its own.
  const file = join(dataDir, `temporal-${program.version}-${FILE_GENERATION}.db`)
  return {
    part: 'temporal',
    name: 'temporal',
    command: program.file,
    args: [
      ['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(port)],
      ['--ui-ip', ui.host, '--ui-port', String(ui.port), '--dynamic-config-value', NO_HOST],
      metricsPort === null ? [] : ['--metrics-port', String(metricsPort)],
      ['--ui-disable-news-fetch', '--log-level', 'warn', '--db-filename', file],
      ['--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL'],
      ['--dynamic-config-value', 'matching.enableFairness=true'],
      SEARCH_ATTRIBUTES.flatMap((name) => ['--search-attribute', `${name}=Keyword`]),
    ].flat(),
    env,
    cwd: dataDir,
    logFile: join(dataDir, 'logs', 'temporal.log'),
    hasIpc: false,
    graceMs: 4_000,
    readyTimeoutMs: 60_000,
    isReady: () => knowsSearchAttributes(ui),
  }
}

/** The web UI asks the server, so its answer shows that both work and that the set-up is complete. */
async function knowsSearchAttributes({ host, port }: UiServer): Promise<boolean> {
  const url = `http://${host}:${port}/api/v1/namespaces/default/search-attributes`
  const response = await fetch(url, { signal: AbortSignal.timeout(1_000) })
  if (!response.ok) return false
  const { customAttributes } = Answer.parse(await response.json())
  return SEARCH_ATTRIBUTES.every((name) => name in customAttributes)
}
