import { createLogger } from '../../runtime/logger.js'
import { queueOptions } from '../../workers/registry.js'
import { runWorkers, type RunningWorkers } from '../../workers/run-workers.js'
import { createTemporal, type Temporal } from '../../outbox/temporal.js'
import { compiledWorkflows } from '../support/compiled-program.js'
import { eventually } from '../support/eventually.js'
import { fetchHistory, type HistoryEvent } from '../support/record-histories.js'
import { temporalServer } from '../support/servers.js'

/** Workers of this process that run Temporal workflow executions on the run's Temporal. */
export interface TemporalWorkers {
  readonly temporal: Temporal
  /** The history of a Temporal workflow execution, once it has ended. */
  endedHistory(temporalWorkflowId: string): Promise<{ events: HistoryEvent[] }>
}

type Shared = Parameters<typeof queueOptions>[0]

/** Runs the workers of the chosen queues for a `describe`; `shared` makes what their activities take from outside. */
export function useTemporalWorkers(
  choose: (queues: ReturnType<typeof queueOptions>) => Parameters<typeof runWorkers>[0]['queues'],
  shared: () => Partial<Record<keyof Shared, unknown>> = () => ({}),
): TemporalWorkers {
  let temporal: Temporal
  let workers: RunningWorkers

  before(async function () {
    this.timeout(120_000)
    const { info } = await temporalServer()
    temporal = createTemporal({ address: info.temporal, namespace: 'default' })
    const common = {
      provider: {},
      isStopping: () => false,
      sendRate: { permitsFor: () => async (_projectId: string, permits: number) => ({ permits, retryAfterMs: 0 }) },
    }
    workers = await runWorkers({
      server: { address: info.temporal, namespace: 'default' },
      bundle: (await compiledWorkflows()).codePath,
      queues: choose(queueOptions({ ...common, ...shared() } as unknown as Shared)),
      shutdownGraceMs: 5_000,
      log: createLogger('worker', { level: 'fatal', pretty: false }),
    })
  })
  after(async () => {
    workers.stop()
    await workers.finished
    await temporal.close()
  })

  return {
    get temporal() {
      return temporal
    },
    async endedHistory(temporalWorkflowId) {
      const stack = await temporalServer()
      return eventually(
        () => fetchHistory({ stack }, temporalWorkflowId),
        ({ events }) => /_EXECUTION_(COMPLETED|FAILED|CANCELED)$/.test(events.at(-1)?.eventType ?? ''),
      )
    },
  }
}
