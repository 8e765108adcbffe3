import { setTimeout as delay } from 'node:timers/promises'
import { NORMAL, type BehaviourKnobs } from '../../embedded/provider/behaviour.js'
import { groupBy } from '../../models/domain/group-by.js'
import type { Cluster } from './cluster.js'
import type { FaultLog } from './fault-log.js'
import { describeFault, placeOf, RECOVERY_MS, type Fault, type PlannedFault, type Target } from './plan-faults.js'

const RETRY_MS = 1_000
const LOOK_MS = 200
const START_MS = 10 * 60_000
const ANSWER_MS = 5_000
// As Docker Compose gives a worker of this project.
const GRACE_MS = 60_000
const UNAVAILABLE = 503

/**
 * Inflicts the planned faults at their times, and resolves when the last one is over or `signal` aborts. A fault whose
 * place is still hit, or whose process does not run yet, comes later; none is left out.
 */
export async function inflictAll(
  cluster: Cluster,
  planned: readonly PlannedFault[],
  log: FaultLog,
  signal: AbortSignal,
): Promise<void> {
  const beganAt = Date.now()
  const byPlace = groupBy(planned, ({ fault }) => placeOf(fault))
  await Promise.all(
    [...byPlace.values()].map(async (faults) => {
      for (const one of faults) {
        await wait(beganAt + one.atMs - Date.now(), signal)
        await untilTrue(() => isThere(cluster, one.fault), signal)
        if (signal.aborted) return
        await inflict(cluster, one, log, signal)
        await wait(RECOVERY_MS, signal)
      }
    }),
  )
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await delay(ms, undefined, { signal }).catch(() => undefined)
}

/** Resolves when something is so, or `signal` aborts. Throws after the longest time in which a process may start. */
async function untilTrue(isSo: () => boolean, signal: AbortSignal): Promise<void> {
  for (const beganAt = Date.now(); !isSo() && !signal.aborted;) {
    if (Date.now() - beganAt > START_MS) throw new Error('A process does not come back')
    await wait(LOOK_MS, signal)
  }
}

function isThere({ processes }: Cluster, fault: Fault): boolean {
  return !('target' in fault) || processes[fault.target].pid !== null
}

async function inflict(
  cluster: Cluster,
  { fault, forMs }: PlannedFault,
  log: FaultLog,
  signal: AbortSignal,
): Promise<void> {
  const inflicted = log.begin(fault, forMs > 0 ? ` for ${(forMs / 1_000).toFixed(1)} s` : '')
  const pass = () => wait(forMs, signal)
  switch (fault.kind) {
    case 'kill': {
      const returns = log.returnsOf(fault.target)
      await cluster.processes[fault.target].kill('SIGKILL')
      log.end(inflicted)
      await untilTrue(() => log.returnsOf(fault.target) > returns, signal)
      break
    }
    case 'stop':
      await cluster.processes[fault.target].stop(GRACE_MS)
      log.end(inflicted)
      await startAgain(cluster, fault.target)
      break
    case 'freeze':
      await freeze(cluster.processes[fault.target].pid, pass)
      break
    case 'away':
      await cluster.processes[fault.target].stop(0)
      await pass()
      log.say(`${fault.target} is started again`)
      await startAgain(cluster, fault.target)
      break
    case 'behave':
      await behave(cluster, fault.knobs)
      await pass()
      await behave(cluster, NORMAL)
      break
    case 'cut':
      cluster.tap.cutShare = fault.share
      await pass()
      cluster.tap.cutShare = 0
      break
  }
  if (inflicted.to === Infinity) log.end(inflicted)
  inflicted.backAt = Date.now()
  if (forMs > 0) log.say(`over: ${describeFault(fault)}`)
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
      // A provider that starts answers 503.
      if (status !== UNAVAILABLE) throw new RangeError(`The provider answered ${status}`)
      await delay(RETRY_MS)
    } catch (error) {
      if (error instanceof RangeError) throw error
      await delay(RETRY_MS)
    }
  }
}
