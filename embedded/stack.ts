import { mkdirSync, realpathSync } from 'node:fs'
import { withFilesRead } from '../runtime/config.js'
import { bringUp } from './bring-up.js'
import { Supervisor } from './supervisor.js'
import { stopOrphanProcesses } from './orphan-processes.js'
import { acquireLock, type DataLock } from './lock.js'
import { PARTS, type Part } from './parts.js'
import { hostProcess, type Host } from './own-processes.js'
import { makePlan, originOf, type Plan } from './plan.js'
import { findFreePort } from './ports.js'
import { openUiListener, type UiListener } from './servers/temporal-ui.js'
import { loadSecrets } from './secrets.js'
import type { Env, Ports } from './settings.js'
import { removeStackFile, writeStackFile, type StackInfo } from './stack-file.js'
import type { SupervisedProcess } from './supervised-process.js'

/** The options of a start. */
export interface StackOptions {
  dataDir: string
  /** Ports that differ from the environment's; 0 takes any free one. */
  ports?: Partial<Ports>
  /** Environment variables on top of this process's own. */
  env?: Env
  /** The processes to run, all by default. A test may need MongoDB alone. */
  parts?: readonly Part[]
  log?: (line: string) => void
  /** Whether `log` goes to a terminal, on which downloads may show their progress in place. */
  isTerminal?: boolean
  /** Aborting it stops the processes that run already, and `startStack` rejects with its reason. */
  signal?: AbortSignal
}

/** A further gateway or worker; a worker has no origin. */
export interface AddedHost {
  origin: string
  process: SupervisedProcess
}

/** A stack that runs under this process and ends with it. */
export interface Stack {
  /** The content of `stack.json`; the process ids in it follow restarts. */
  readonly info: StackInfo
  /** Sends a signal to one process, by default SIGKILL, and waits for its end. The supervisor starts it again. */
  kill(part: Part, signal?: NodeJS.Signals): Promise<void>
  /** Stops one process until it is resumed. */
  suspend(part: Part): Promise<void>
  /** Starts a suspended process again and waits until it is ready. */
  resume(part: Part): Promise<void>
  /** One process of the stack, for other faults. */
  process(part: Part): SupervisedProcess
  /** Starts a further gateway or worker, supervised like the stack's own. */
  addHost(host: Host): Promise<AddedHost>
  /** Stops every process, in order, within ten seconds. */
  stop(): Promise<void>
}

/**
 * Brings up the embedded stack and resolves when all of it answers. Throws StackError, with a message for people,
 * when another stack runs on the folder, a port is taken, a server cannot be found or a process does not start;
 * no process is left running then.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = realpathSync(options.dataDir)
  const log = options.log ?? (() => undefined)
  const signal = options.signal ?? new AbortController().signal
  const lock = acquireLock(dataDir)
  const state = new StackState(dataDir, lock, log)
  const supervisor = new Supervisor({ log, pid: (name, pid) => state.record(name, pid) })
  let ui: UiListener | null = null
  const stop = async (): Promise<void> => {
    await supervisor.stop()
    await ui?.close()
    removeStackFile(dataDir)
    lock.release()
  }
  const onAbort = (): void => void supervisor.stop()
  signal.addEventListener('abort', onAbort)
  let plan: Plan
  try {
    removeStackFile(dataDir)
    await stopOrphanProcesses(lock.orphans, dataDir, log)
    const env = withFilesRead({ ...process.env, ...options.env })
    plan = await makePlan({ env, dataDir, parts: options.parts ?? PARTS, ports: options.ports ?? {} })
    state.describe(plan)
    if (plan.runs.has('temporal')) ui = await openUiListener(plan.ports.temporalUi, plan.temporalUi, plan.temporalUi)
    await bringUp(plan, supervisor, { log, signal, isTerminal: options.isTerminal ?? false })
    signal.throwIfAborted()
    state.publish()
  } catch (error) {
    await stop()
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
  return {
    info: state.info,
    kill: (part, name = 'SIGKILL') => supervisor.get(part).kill(name),
    suspend: async (part) => void (await supervisor.get(part).stop()),
    resume: (part) => supervisor.get(part).start(),
    process: (part) => supervisor.get(part),
    async addHost(host) {
      const port = host.part === 'gateway' ? await findFreePort(Object.values(plan.ports)) : 0
      const added = await supervisor.start(hostProcess(plan, host, port))
      return { origin: host.part === 'gateway' ? originOf(port) : '', process: added }
    },
    stop,
  }
}

/** Keeps the state of the stack in memory, in the lock for a later start, and in `stack.json` while it is up. */
class StackState {
  readonly info: StackInfo = {
    gateway: '',
    inbox: '',
    inboundSmtp: '',
    mongodb: '',
    temporal: '',
    temporalUi: '',
    processes: { mongodb: null, temporal: null, provider: null, gateway: null, worker: null },
    project: { id: '', public: '', secret: '' },
    user: { email: '', password: '' },
  }
  readonly #dataDir: string
  readonly #lock: DataLock
  readonly #log: (line: string) => void
  #isPublished = false

  constructor(dataDir: string, lock: DataLock, log: (line: string) => void) {
    this.#dataDir = dataDir
    this.#log = log
    this.#lock = lock
  }

  record(name: string, pid: number | null): void {
    // Hosts beside the stack's own parts end by themselves when this process has gone.
    const part = PARTS.find((known) => known === name)
    if (!part) return
    this.info.processes[part] = pid
    try {
      this.#lock.record(part, pid)
      if (this.#isPublished) writeStackFile(this.#dataDir, this.info)
    } catch (error) {
      // A full disk or a removed data folder must not stop the stack.
      this.#log(`The processes could not be written to ${this.#dataDir}: ${String(error)}`)
    }
  }

  describe(plan: Plan): void {
    Object.assign(this.info, plan.addresses)
  }

  publish(): void {
    const { project, user } = loadSecrets(this.#dataDir)
    if (project) this.info.project = project
    if (user) this.info.user = { email: user.email, password: user.password }
    this.#isPublished = true
    writeStackFile(this.#dataDir, this.info)
  }
}
