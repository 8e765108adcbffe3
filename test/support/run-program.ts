import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { compiledProgram } from './compiled-program.js'
import { ENCRYPTION_KEY, JWT_SECRET } from './config.js'
import { mongodbServer } from './servers.js'

// A program that should end and does not fails its test instead of outliving it.
const LIMIT = { timeout: 120_000, killSignal: 'SIGKILL' } as const

/** How a program ended, and everything it wrote. */
export interface ProgramRun {
  status: unknown
  said: string
}

/** Runs a program of the project, named as `cli/recount`, on the run's MongoDB until it ends. */
export async function runProgram(name: string, args: string[], settings: NodeJS.ProcessEnv = {}): Promise<ProgramRun> {
  const { info } = await mongodbServer()
  const env = { PATH: process.env['PATH'], MONGODB_URI: info.mongodb, ENCRYPTION_KEY, JWT_SECRET, ...settings }
  const child = spawn(process.execPath, [await compiledProgram(name), ...args], { env, ...LIMIT })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [status] = (await once(child, 'close')) as unknown[]
  return { status, said }
}
