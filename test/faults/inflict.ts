import { existsSync, renameSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { BehaviourKnobs } from '../../embedded/provider/behaviour.js'
import type { Cluster } from './cluster.js'
import { fillDisk, freeDisk } from './disks.js'
import type { FaultLog } from './fault-log.js'
import { describeFault, type PlannedFault, type Target } from './plan-faults.js'

const RETRY_MS = 1_000
const ANSWER_MS = 5_000
const NORMAL: BehaviourKnobs = {
  latencyMs: 0,
  errorRate: 0,
  throttlePerSecond: 0,
  dropResponseRate: 0,
  holdAfter: null,
  notify: true,
}

/** Inflicts the planned faults at their times, and resolves when the last one is over or `signal` aborts. */
export async function inflictAll(
  cluster: Cluster,
  planned: readonly PlannedFault[],
  log: FaultLog,
  signal: AbortSignal,
): Promise<void> {
  const beganAt = Date.now()
  const wait = async (untilMs: number): Promise<void> => {
    const forMs = beganAt + untilMs - Date.now()
    if (forMs > 0) await delay(forMs, undefined, { signal }).catch(() => undefined)
  }
  await Promise.all(
    planned.map(async (one) => {
      await wait(one.atMs)
      if (!signal.aborted) await inflict(cluster, one, log, () => wait(one.untilMs))
    }),
  )
}

async function inflict(
  cluster: Cluster,
  { fault, atMs, untilMs }: PlannedFault,
  log: FaultLog,
  end: () => Promise<void>,
): Promise<void> {
  const lasts = untilMs > atMs ? ` for ${((untilMs - atMs) / 1_000).toFixed(1)} s` : ''
  if ('target' in fault && cluster.processes[fault.target].pid === null) {
    return log.say(`left out, because it does not run: ${describeFault(fault)}`)
  }
  const inflicted = log.begin(fault, lasts)
  switch (fault.kind) {
    case 'kill':
      await cluster.processes[fault.target].kill('SIGKILL')
      break
    case 'freeze':
      await freeze(cluster.processes[fault.target].pid, end)
      break
    case 'away':
      await cluster.processes[fault.target].stop(0)
      await end()
      log.say(`${fault.target} is started again`)
      await startAgain(cluster, fault.target)
      break
    case 'behave':
      await behave(cluster, fault.knobs)
      await end()
      await behave(cluster, NORMAL)
      break
    case 'full disk':
      fillDisk(cluster.spools[fault.target])
      await end()
      freeDisk(cluster.spools[fault.target])
      break
    case 'no folder':
      vanish(cluster.spools[fault.target], cluster.vanished)
      break
  }
  log.end(inflicted)
  if (lasts) log.say(`over: ${describeFault(fault)}`)
}

async function freeze(pid: number | null, end: () => Promise<void>): Promise<void> {
  signalTo(pid, 'SIGSTOP')
  await end()
  signalTo(pid, 'SIGCONT')
}

function signalTo(pid: number | null, name: NodeJS.Signals): void {
  try {
    if (pid !== null) process.kill(pid, name)
  } catch {
    // It has ended since.
  }
}

/** A machine under load may need more than one attempt until a server answers in time. */
async function startAgain({ processes }: Cluster, target: Target): Promise<void> {
  for (;;) {
    try {
      return await processes[target].start()
    } catch {
      await delay(RETRY_MS)
    }
  }
}

/** Sets the provider's knobs, also when it is stopped or killed meanwhile: a provider that starts is normal. */
async function behave({ bench }: Cluster, knobs: Partial<BehaviourKnobs>): Promise<void> {
  const { inbox } = bench.stack.info
  const headers = { 'content-type': 'application/json' }
  for (;;) {
    try {
      const signal = AbortSignal.timeout(ANSWER_MS)
      const { ok, status } = await fetch(`${inbox}/behaviour`, {
        method: 'PUT',
        headers,
        body: JSON.stringify(knobs),
        signal,
      })
      if (ok) return
      throw new RangeError(`The provider answered ${status}`)
    } catch (error) {
      if (error instanceof RangeError) throw error
      await delay(RETRY_MS)
    }
  }
}

/** Moves a folder where no gateway looks, open files and all: the audit reads what was in it. */
function vanish(folder: string, vanished: string[]): void {
  if (!existsSync(folder)) return
  const to = `${folder}-vanished-${vanished.length}`
  renameSync(folder, to)
  vanished.push(to)
}
