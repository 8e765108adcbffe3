import { setTimeout as delay } from 'node:timers/promises'
import { answersOk, pollUntil } from '../../embedded/poll.js'
import { audit } from './audit/audit.js'
import { bringUpCluster, type Cluster } from './cluster.js'
import { FaultLog } from './fault-log.js'
import { inflictAll } from './inflict.js'
import { furnish } from './load/furnish.js'
import { Ledger } from './load/ledger.js'
import { runLoad } from './load/run-load.js'
import type { Scene } from './load/scene.js'
import type { Options } from './options.js'
import { untilNothingIsPending } from './pending.js'
import { planFaults } from './plan-faults.js'
import { prove } from './prove/prove.js'
import { Random } from './random.js'

const READY_MS = 10 * 60_000

/** Brings up a cluster, loads it, inflicts the faults, waits until nothing is left to be done, and audits. */
export async function runScenario(options: Options, dataDir: string, signal: AbortSignal): Promise<boolean> {
  const { seed, minutes } = options
  const log = new FaultLog()
  const cluster = await bringUpCluster({ dataDir, seed, log, signal })
  try {
    const scene = await setUp(cluster, options)
    log.planned = planFaults(seed, minutes)
    log.say(`seed ${seed}: ${log.planned.length} faults in ${minutes} minutes, ${options.rate} requests a second`)
    const began = Date.now()
    const over = new AbortController()
    const load = runLoad(scene, options.rate, AbortSignal.any([over.signal, signal]))
    await inflictAll(cluster, log.planned, log, signal)
    await waitOut(began + minutes * 60_000, signal)
    log.say('the faults are over')
    await allReady(cluster)
    over.abort()
    cluster.receiver.recover()
    await load
    log.say('every request has an outcome')
    signal.throwIfAborted()
    const pending = await untilNothingIsPending(cluster, log, signal)
    const isKept = await audit(scene, cluster, log, pending)
    return options.prove ? isKept && (await prove(scene, log)) : isKept
  } finally {
    await cluster.end()
  }
}

async function setUp(cluster: Cluster, { seed, recipients }: Options): Promise<Scene> {
  const projects = await furnish(cluster, (name) => cluster.bench.makeProject(name), recipients)
  return { cluster, ledger: new Ledger(), random: new Random(seed + 1), ...projects, others: [] }
}

/** The load goes on for as long as it was asked for, also when the last fault is over before. */
async function waitOut(untilMs: number, signal: AbortSignal): Promise<void> {
  const leftMs = untilMs - Date.now()
  if (leftMs > 0) await delay(leftMs, undefined, { signal }).catch(() => undefined)
}

async function allReady({ origins, processes }: Cluster): Promise<void> {
  const isReady = async (): Promise<boolean> => {
    if (Object.values(processes).some(({ pid }) => pid === null)) return false
    const ready = await Promise.all(Object.values(origins).map((origin) => answersOk(`${origin}/ready`)))
    return ready.every(Boolean)
  }
  if (!(await pollUntil(isReady, { timeoutMs: READY_MS, intervalMs: 500 })))
    throw new Error('The cluster does not come back')
}
