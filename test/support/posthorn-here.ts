import { UsageError, type Command } from '../../cli/command.js'
import { posthorn } from '../../cli/posthorn.js'
import type { ProgramRun } from './run-program.js'

/**
 * Runs `posthorn` in this process, which takes a fraction of the time that a process of its own takes: for what it says
 * without loading a command.
 */
export async function posthornHere(args: readonly string[]): Promise<ProgramRun> {
  const { stdout, stderr, exitCode } = process
  const restored = [stdout, stderr].map((stream) => ({ stream, write: stream.write.bind(stream) }))
  let [said, printed] = ['', '']
  const take =
    (isPrinted: boolean) =>
    (text: Uint8Array | string, done?: unknown): boolean => {
      said += String(text)
      if (isPrinted) printed += String(text)
      if (typeof done === 'function') done()
      return true
    }
  Object.assign(stdout, { write: take(true) })
  Object.assign(stderr, { write: take(false) })
  try {
    process.exitCode = 0
    await posthorn(args)
    return { status: process.exitCode, said, printed }
  } finally {
    for (const { stream, write } of restored) Object.assign(stream, { write })
    process.exitCode = exitCode
  }
}

/** Why a command refuses its arguments, which `posthorn` prints above its usage at the exit status 64. */
export async function refusalOf(command: Command, ...args: string[]): Promise<string> {
  try {
    await command.run(args)
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  throw new Error(`The command takes ${args.join(' ')}`)
}
