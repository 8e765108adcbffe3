import type { Worker as Thread } from 'node:worker_threads'
import { Client, Connection } from '@temporalio/client'
import { expect } from 'chai'
import { pino } from 'pino'
import { newId } from '../../runtime/ids.js'
import { runWorkers, type RunningWorkers } from '../../workers/run-workers.js'
import { compiledWorkflows } from '../support/compiled-program.js'
import { temporalServer } from '../support/servers.js'

describe('the workers of one process', function () {
  this.timeout(60_000)

  const [deliveries, jobs] = ['deliveries', 'jobs'].map((queue) => `${queue}-${newId()}`) as [string, string]
  const enqueued: unknown[] = []
  const done = { emails: 1 }
  let connection: Connection
  let client: Client
  const threads = new Set<Thread>()
  const note = (thread: Thread): void => {
    threads.add(thread)
    thread.once('exit', () => threads.delete(thread))
  }
  let workers: RunningWorkers

  before(async () => {
    const { info } = await temporalServer()
    connection = await Connection.connect({ address: info.temporal })
    client = new Client({ connection })
    const bundle = (await compiledWorkflows()).codePath
    process.on('worker', note)
    workers = await runWorkers({
      server: { address: info.temporal, namespace: 'default' },
      bundle,
      queues: {
        [deliveries]: {
          activities: {
            deliverEmails: async (emails: unknown) => {
              enqueued.push(emails)
              return { deferred: [] }
            },
          },
        },
        [jobs]: { activities: { purgeExpiredRows: async () => ({ isDone: true, done, failed: [] }) } },
      },
      shutdownGraceMs: 0,
      log: pino({ level: 'silent' }),
    })
  })
  after(async () => {
    process.off('worker', note)
    await connection.close()
  })

  it('run the workflows of all queues in one thread', async () => {
    expect(threads.size).to.equal(1)
    const run = (taskQueue: string, type: string, ...args: unknown[]) =>
      client.workflow.execute(type, { taskQueue, workflowId: `${taskQueue}:${type}`, args })
    const input = { groups: [{ projectId: newId(), emailIds: [newId()] }] }
    const [, purged] = await Promise.all([run(deliveries, 'deliverEmails', input), run(jobs, 'purgeExpired')])
    expect(enqueued).to.have.lengthOf(1)
    expect(purged).to.deep.equal({ done, failed: [] })
  })

  it('end it with the last of them', async () => {
    workers.stop()
    await workers.finished
    expect(threads.size).to.equal(0)
  })
})
