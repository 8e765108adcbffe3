import { posthorn } from '../../cli/posthorn.js'
import type { ProgramRun } from './run-program.js'

/**
 * Runs `posthorn` in this process, which takes a fraction of the time that a process of its own takes: for help, and
 * for arguments that are refused before a command has connected to anything.
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
