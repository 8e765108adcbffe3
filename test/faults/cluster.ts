import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { bringUpForBench, type BenchStack } from '../../bench/bench-stack.js'
import { findFreePort } from '../../embedded/ports.js'
import type { SupervisedProcess } from '../../embedded/supervised-process.js'
import { mountSmallDisk } from './disks.js'
import type { FaultLog } from './fault-log.js'
import { GATEWAYS, WORKERS, type Gateway, type Target } from './plan-faults.js'
import { Tap } from './tap.js'
import { WebhookReceiver } from './webhook-receiver.js'

/** What load and audit see of an installation with two gateways. */
export interface Site {
  bench: BenchStack
  dataDir: string
  tap: Tap
  receiver: WebhookReceiver
  webhookAddress: string
  origins: Record<Gateway, string>
  spools: Record<Gateway, string>
  /** The spool folders that have vanished. */
  vanished: string[]
  /** How long an email waits for the provider's event when its outcome is unknown. */
  ambiguousWaitMs: number
}

/** Two gateways, three workers, the servers and the provider, each in a process that faults can hit. */
export interface Cluster extends Site {
  processes: Record<Target, SupervisedProcess>
  end(): Promise<void>
}

/** Messages a second of all workers together: a campaign to some thousand takes minutes. */
const SEND_RATE = 25
// The default of a production system.
const AMBIGUOUS_WAIT_SECONDS = Number(process.env['AMBIGUOUS_SEND_WAIT_SECONDS'] ?? 60)

/** Brings up the cluster on a data folder. `canMount` gives the first gateway a spool on a disk that can be filled. */
export async function bringUpCluster(options: {
  dataDir: string
  seed: number
  canMount: boolean
  log: FaultLog
  signal: AbortSignal
}): Promise<Cluster> {
  const { dataDir, seed, canMount, log, signal } = options
  const inbox = await findFreePort([])
  const tap = new Tap(`http://127.0.0.1:${inbox}`)
  const receiver = new WebhookReceiver(seed)
  const webhookAddress = await receiver.open()
  const spools = { gateway: join(dataDir, 'spool'), 'gateway-2': join(dataDir, 'spool-gateway-2') }
  mkdirSync(spools.gateway)
  if (canMount) mountSmallDisk(spools.gateway)
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    LOG_PRETTY: 'false',
    SEND_RATE_PER_SECOND: String(SEND_RATE),
    AMBIGUOUS_SEND_WAIT_SECONDS: String(AMBIGUOUS_WAIT_SECONDS),
    WEBHOOK_ALLOW_PRIVATE: webhookAddress,
    SPOOL_DIR: spools.gateway,
    SES_ENDPOINT: await tap.open(WORKERS[0]),
  }
  const bench = await bringUpForBench(env, { dataDir, signal, log: (line) => log.note(line), ports: { inbox } })
  const { stack } = bench
  const second = await stack.addHost({
    part: 'gateway',
    name: GATEWAYS[1],
    env: { SPOOL_DIR: spools['gateway-2'] },
  })
  const addWorker = async (name: string): Promise<SupervisedProcess> =>
    (await stack.addHost({ part: 'worker', name, env: { SES_ENDPOINT: await tap.open(name) } })).process
  return {
    bench,
    dataDir,
    tap,
    receiver,
    webhookAddress,
    spools,
    vanished: [],
    origins: { gateway: stack.info.gateway, 'gateway-2': second.origin },
    ambiguousWaitMs: AMBIGUOUS_WAIT_SECONDS * 1_000,
    processes: {
      gateway: stack.process('gateway'),
      'gateway-2': second.process,
      worker: stack.process('worker'),
      'worker-2': await addWorker(WORKERS[1]),
      'worker-3': await addWorker(WORKERS[2]),
      provider: stack.process('provider'),
      mongodb: stack.process('mongodb'),
      temporal: stack.process('temporal'),
    },
    async end() {
      tap.close()
      receiver.close()
      await bench.end()
    },
  }
}
