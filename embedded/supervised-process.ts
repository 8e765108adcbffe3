import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, statSync } from 'node:fs'
import { lastLines, readLog } from './log-file.js'
import type { Part } from './parts.js'
import { pollUntil } from './poll.js'
import type { Env } from './settings.js'
import { StackError } from './stack-error.js'

/** The command of one process of the stack, its log and time limits, and the check that it works. */
export interface ProcessSpec {
  part: Part
  /** The part, or for a further process of the part a name such as `worker-2`. */
  name: string
  command: string
  args: string[]
  env: Env
  cwd: string
  logFile: string
  /** Whether the process has an IPC channel, by whose end it learns that the supervisor is gone. */
  hasIpc: boolean
  /** The time between SIGTERM and SIGKILL. */
  graceMs: number
  readyTimeoutMs: number
  /** Polled from the start on; `logged` returns the log of this run. */
  isReady(logged: () => string): Promise<boolean> | boolean
}

/** The events that a supervised process reports. */
export interface ProcessEvents {
  pid: (name: string, pid: number | null) => void
  log: (line: string) => void
}

/** A crash after a longer run than this restarts the process without a growing pause. */
const HEALTHY_MS = 10_000
const LONGEST_PAUSE_MS = 10_000

/** One process that is started again after a crash, with growing pauses while it keeps crashing. */
export class SupervisedProcess {
  readonly spec: ProcessSpec
  readonly #events: ProcessEvents
  #child: ChildProcess | null = null
  #ended: Promise<string> = Promise.resolve('')
  #isWanted = false
  #crashes = 0
  #pause: NodeJS.Timeout | undefined

  constructor(spec: ProcessSpec, events: ProcessEvents) {
    this.spec = spec
    this.#events = events
  }

  /** Its process id; null while it does not run. */
  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  /** Starts it and waits until it is ready. Throws StackError with the end of its log when that fails. */
  async start(): Promise<void> {
    this.#isWanted = true
    const outcome = await this.#run()
    if (outcome === 'ready') return
    await this.stop()
    throw new StackError(outcome)
  }

  /** Sends a signal; for the ones that end a process, resolves when it has ended. Supervision goes on. */
  async kill(signal: NodeJS.Signals): Promise<void> {
    const ended = this.#ended
    if (!this.#child) throw new Error(`${this.spec.name} is not running`)
    this.#child.kill(signal)
    if (['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGQUIT'].includes(signal)) await ended
  }

  /**
   * Ends it for good, or until the next `start()`: by SIGTERM, and by SIGKILL when its grace has passed. Resolves with
   * how it ended, or '' when it did not run.
   */
  async stop(graceMs = this.spec.graceMs): Promise<string> {
    this.#isWanted = false
    clearTimeout(this.#pause)
    const child = this.#child
    if (!child) return ''
    if (graceMs > 0) child.kill('SIGTERM')
    const escalation = setTimeout(() => killGroup(child), graceMs)
    const how = await this.#ended
    clearTimeout(escalation)
    return how
  }

  /** Ends it while this process exits, when there is no time to wait. */
  abandon(): void {
    this.#isWanted = false
    this.#child?.kill('SIGTERM')
  }

  /** Runs the process until it is ready: answers 'ready', or the reason why it never was. */
  async #run(): Promise<string> {
    const began = Date.now()
    const offset = statSync(this.spec.logFile, { throwIfNoEntry: false })?.size ?? 0
    const ended = this.#spawn()
    const logged = (): string => readLog(this.spec.logFile, offset)
    const giveUp = new AbortController()
    const failed = ended.then((how) => {
      giveUp.abort()
      return `${this.spec.name} exited (${how}) before it was ready.`
    })
    const { signal } = giveUp
    const asked = pollUntil(() => this.spec.isReady(logged), { timeoutMs: this.spec.readyTimeoutMs, signal }).then(
      (isReady) => (isReady ? 'ready' : `${this.spec.name} was not ready after ${this.spec.readyTimeoutMs / 1_000} s.`),
      () => failed,
    )
    const outcome = await Promise.race([failed, asked])
    giveUp.abort()
    if (outcome !== 'ready') return `${outcome} Last lines of ${this.spec.logFile}:\n${lastLines(logged())}`
    void ended.then((how) => this.#crashed(how, Date.now() - began))
    return 'ready'
  }

  /** Spawns into a process group of its own: Ctrl-C reaches only the supervisor, which then stops all in order. */
  #spawn(): Promise<string> {
    const { command, args, env, cwd, logFile, hasIpc, name } = this.spec
    const out = openSync(logFile, 'a', 0o600)
    const child = spawn(command, args, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', out, out, ...(hasIpc ? ['ipc' as const] : [])],
    })
    closeSync(out)
    this.#child = child
    this.#events.pid(name, child.pid ?? null)
    this.#ended = new Promise((resolve) => {
      const finish = (how: string): void => {
        killGroup(child)
        this.#child = null
        this.#events.pid(name, null)
        resolve(how)
      }
      child.once('error', (error) => {
        if (child.pid === undefined) finish(error.message)
      })
      child.once('exit', (code, signal) => finish(signal ?? `status ${code}`))
    })
    return this.#ended
  }

  #crashed(how: string, lastedMs: number): void {
    if (!this.#isWanted) return
    this.#crashes = lastedMs > HEALTHY_MS ? 0 : this.#crashes + 1
    const pauseMs = Math.min(LONGEST_PAUSE_MS, 50 * 3 ** this.#crashes)
    this.#pause = setTimeout(() => void this.#revive(how), pauseMs)
  }

  async #revive(how: string): Promise<void> {
    const began = Date.now()
    const outcome = await this.#run()
    if (!this.#isWanted) return
    if (outcome === 'ready') {
      this.#events.log(`${this.spec.name} exited (${how}) and was restarted in ${Date.now() - began} ms.`)
      return
    }
    this.#events.log(outcome)
    if (this.#child) {
      this.#child.kill('SIGKILL')
      await this.#ended
    }
    this.#crashed(how, 0)
  }
}

/** Kills the processes that a process started itself. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group is empty already, which is the usual case.
  }
}
