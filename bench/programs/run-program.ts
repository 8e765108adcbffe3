import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A program of this folder that runs beside the stack, for comparison. */
export interface RunningProgram<Message> {
  pid: number | null
  /** The first message that it sent: it is ready. */
  ready: Message
  /** Calls `listener` with every later message. */
  onMessage(listener: (message: Message) => void): void
  /** Ends it, and resolves when it has ended. */
  end(): Promise<void>
}

/** Starts a program of this folder, such as `bare-koa`, and waits for its first message. Throws when it ends before. */
export async function runProgram<Message>(name: string, args: readonly string[]): Promise<RunningProgram<Message>> {
  const file = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
  const child = fork(file, args, { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ready = await Promise.race([once(child, 'message'), failure(child, name)])
  return {
    pid: child.pid ?? null,
    ready: ready[0] as Message,
    onMessage: (listener) => void child.on('message', (message) => listener(message as Message)),
    async end() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Called by the program: sends the parent its first message, and ends this process when the parent has ended. */
export function reportReady(message: object): void {
  process.on('disconnect', () => process.exit())
  report(message)
}

/** Sends a further message to the parent. */
export function report(message: object): void {
  process.send?.(message)
}

async function failure(child: ChildProcess, name: string): Promise<never> {
  const [status, signal] = (await once(child, 'exit')) as [number | null, string | null]
  throw new Error(`${name} ended (${signal ?? `status ${status}`}) before it was ready`)
}
