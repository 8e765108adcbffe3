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
  /** What it wrote to the standard output alone. */
  printed: string
}

/** Runs `posthorn` with its arguments, as `runProgram` does. */
export function runPosthorn(args: readonly string[], settings: NodeJS.ProcessEnv = {}): Promise<ProgramRun> {
  return runProgram('cli/main', args, settings)
}

/** Runs a program of the project, named as `cli/main`, on the run's MongoDB or that of `settings`, until it ends. */
export async function runProgram(
  name: string,
  args: readonly string[],
  settings: NodeJS.ProcessEnv = {},
): Promise<ProgramRun> {
  const MONGODB_URI = settings['MONGODB_URI'] ?? (await mongodbServer()).info.mongodb
  const env = { PATH: process.env['PATH'], ENCRYPTION_KEY, JWT_SECRET, ...settings, MONGODB_URI }
  const child = spawn(process.execPath, [await compiledProgram(name), ...args], { env, ...LIMIT })
  let [said, printed] = ['', '']
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const [status] = (await once(child, 'close')) as unknown[]
  return { status, said, printed }
}
