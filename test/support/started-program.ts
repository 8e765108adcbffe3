import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { compiledProgram } from './compiled-program.js'
import { ENCRYPTION_KEY, JWT_SECRET } from './config.js'

/** A program of the project that runs beside the test. */
export interface StartedProgram {
  child: ChildProcess
  /** Everything that it wrote so far. */
  said: () => string
  /** Resolves with its status. */
  exited: Promise<number | null>
}

/** Starts `posthorn <name>` on the servers of `settings`; none outlives its test. */
export function useStartedPrograms(): (name: string, settings: NodeJS.ProcessEnv) => Promise<StartedProgram> {
  const running: ChildProcess[] = []
  afterEach(() => {
    for (const child of running.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
  })
  return async (name, settings) => {
    const env = { PATH: process.env['PATH'], ENCRYPTION_KEY, JWT_SECRET, GATEWAY_PORT: '0', ...settings }
    const child = spawn(process.execPath, [await compiledProgram('cli/main'), name], { env })
    running.push(child)
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const exited = once(child, 'close').then(([code]) => code as number | null)
    return { child, said: () => said, exited }
  }
}
