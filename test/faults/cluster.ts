import { bringUpForBench } from '../../bench/bench-stack.js'
import type { SupervisedProcess } from '../../embedded/supervised-process.js'
import type { FaultLog } from './fault-log.js'
import { GATEWAYS, WORKERS, type Target } from './plan-faults.js'
import { openSurroundings, type Site } from './site.js'

/** Two gateways, three workers, the servers and the provider, each in a process that faults can hit. */
export interface Cluster extends Site {
  processes: Record<Target, SupervisedProcess>
  end(): Promise<void>
}

/** Brings up the cluster on a data folder. */
export async function bringUpCluster(options: {
  dataDir: string
  seed: number
  log: FaultLog
  signal: AbortSignal
}): Promise<Cluster> {
  const { dataDir, seed, log, signal } = options
  const around = await openSurroundings({ dataDir, seed })
  const { tap, receiver, inbox } = around
  const env = { ...around.env, SES_ENDPOINT: await tap.open(WORKERS[0]) }
  const bench = await bringUpForBench(env, { dataDir, signal, log: (line) => log.note(line), ports: { inbox } })
  const { stack } = bench
  const second = await stack.addHost({ part: 'gateway', name: GATEWAYS[1] })
  const addWorker = async (name: string): Promise<SupervisedProcess> =>
    (await stack.addHost({ part: 'worker', name, env: { SES_ENDPOINT: await tap.open(name) } })).process
  return {
    ...around,
    bench,
    origins: { gateway: stack.info.gateway, 'gateway-2': second.origin },
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
