import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { compiledProgram } from './compiled-program.js'
import type { LogLine } from './worker-process.js'
import { ENCRYPTION_KEY, JWT_SECRET } from './config.js'
import { arrives } from './eventually.js'

/** Where no server is. */
export const NOWHERE = '127.0.0.1:1'

/** A gateway in a process of its own. */
export interface GatewayProcess {
  child: ChildProcess
  port: number
  /** What it has logged so far. */
  lines: LogLine[]
  exited: Promise<unknown[]>
}

/**
 * Starts gateways with settings of their own, and resolves when they listen; none outlives its test, or with `after
 * all` the tests of its `describe`.
 */
export function useGatewayProcesses(
  ends: 'after each' | 'after all' = 'after each',
): (settings: Record<string, string>) => Promise<GatewayProcess> {
  const running: ChildProcess[] = []
  const end = ends === 'after each' ? afterEach : after
  end(() => {
    for (const child of running.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
  })
  return async (settings) => {
    const env = {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      GATEWAY_PORT: '0',
      TEMPORAL_ADDRESS: NOWHERE,
      ALLOW_TEST_DOMAINS: 'true',
      ENCRYPTION_KEY,
      JWT_SECRET,
      // A busy machine may keep a process waiting; the tests measure the stop themselves.
      SHUTDOWN_TIMEOUT_SECONDS: '60',
      ...settings,
    }
    const child = spawn(process.execPath, [await compiledProgram('gateway/server')], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.push(child)
    const exited = once(child, 'exit')
    const lines: LogLine[] = []
    const listening = new Promise<GatewayProcess>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const logged = JSON.parse(line) as LogLine
        lines.push(logged)
        if (logged.msg === 'listening') resolve({ child, port: Number(logged['port']), lines, exited })
      })
      void exited.then(() => reject(new Error(`The gateway ended before it listened: ${JSON.stringify(lines.at(-1))}`)))
    })
    return arrives(listening, 'the gateway to listen')
  }
}
