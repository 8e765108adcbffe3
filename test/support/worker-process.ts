import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { compiledProgram, compiledWorkflows } from './compiled-program.js'
import { JWT_SECRET } from './config.js'
import { arrives } from './eventually.js'

/** A line of a log. */
export interface LogLine extends Record<string, unknown> {
  msg: string
}

/** A worker in a process of its own. */
export interface WorkerProcess {
  child: ChildProcess
  /** What it has logged so far. */
  lines: LogLine[]
  /** Resolves once it has logged this message. */
  logged(message: string): Promise<void>
  /** Resolves with the exit status. */
  exited: Promise<number | null>
}

/**
 * Starts workers with settings of their own, and resolves when they are ready; none outlives its test, or with `after
 * all` the tests of its `describe`.
 */
export function useWorkerProcesses(
  ends: 'after each' | 'after all' = 'after each',
): (settings: Record<string, string>) => Promise<WorkerProcess> {
  const running: ChildProcess[] = []
  const end = ends === 'after each' ? afterEach : after
  end(async () => {
    for (const child of running.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
  })
  return async (settings) => {
    const { codePath } = await compiledWorkflows()
    const env = {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      ALLOW_TEST_DOMAINS: 'true',
      JWT_SECRET,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      SEND_RATE_PER_SECOND: '0',
      WORKFLOW_BUNDLE: codePath,
      ...settings,
    }
    const program = await compiledProgram('workers/worker')
    const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    running.push(child)
    const lines: LogLine[] = []
    const waiting = new Map<string, () => void>()
    createInterface({ input: child.stdout }).on('line', (line) => {
      const logged = JSON.parse(line) as LogLine
      lines.push(logged)
      waiting.get(logged.msg)?.()
    })
    const exited = once(child, 'exit').then(([code]) => code as number | null)
    const logged = (message: string): Promise<void> => {
      const line = new Promise<void>((resolve, reject) => {
        if (lines.some(({ msg }) => msg === message)) return resolve()
        waiting.set(message, resolve)
        void exited.then((code) => reject(new Error(`The worker ended (${code}) before it logged "${message}"`)))
      })
      return arrives(line, `the worker to log "${message}"`)
    }
    await logged('worker ready')
    return { child, lines, logged, exited }
  }
}
