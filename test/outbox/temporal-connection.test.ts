import { randomBytes } from 'node:crypto'
import { Connection } from '@temporalio/client'
import { expect } from 'chai'
import { pino } from 'pino'
import { createTemporal } from '../../outbox/temporal.js'
import { temporalServer, type TemporalServer } from '../../outbox/temporal-server.js'
import { watchTemporalStart } from '../../outbox/watch-temporal-start.js'
import { readConfig } from '../../runtime/config.js'
import { connectWorker } from '../../workers/connect-worker.js'
import { runWorkers } from '../../workers/run-workers.js'
import { createAuthority } from '../support/certificates.js'
import { compiledWorkflows } from '../support/compiled-program.js'
import { ENCRYPTION_KEY, JWT_SECRET } from '../support/config.js'
import { arrives, eventuallyEquals } from '../support/eventually.js'
import { temporalServer as runningTemporal } from '../support/servers.js'
import { serveTemporal, type TemporalFront } from '../support/temporal-front.js'

const API_KEY = 'key-of-the-cloud'

describe('the connection to Temporal', () => {
  const authority = createAuthority()
  const { cert, key } = authority.issue('posthorn-worker')
  let mutual: TemporalFront
  let cloud: TemporalFront
  let plain: string

  before(async () => {
    plain = (await runningTemporal()).info.temporal
    const own = { ca: authority.ca, requestCert: true, rejectUnauthorized: true }
    mutual = await serveTemporal({ ...authority.issue('temporal.test', '127.0.0.1'), ...own })
    cloud = await serveTemporal({ ...authority.issue('temporal.test'), apiKey: API_KEY })
  })
  after(() => {
    mutual.close()
    cloud.close()
  })

  const serverOf = (settings: NodeJS.ProcessEnv): TemporalServer =>
    temporalServer(readConfig({ MONGODB_URI: 'mongodb://unused', ENCRYPTION_KEY, JWT_SECRET, ...settings }))
  const byCertificate = (settings: NodeJS.ProcessEnv = {}): TemporalServer => {
    const trust = { TEMPORAL_TLS_CA: authority.ca, TEMPORAL_TLS_CERT: cert, TEMPORAL_TLS_KEY: key }
    return serverOf({ TEMPORAL_ADDRESS: mutual.address, ...trust, ...settings })
  }
  const byKey = (TEMPORAL_API_KEY: string, settings: NodeJS.ProcessEnv = {}): TemporalServer => {
    const trust = { TEMPORAL_TLS_CA: authority.ca, TEMPORAL_TLS_SERVER_NAME: 'temporal.test' }
    return serverOf({ TEMPORAL_ADDRESS: cloud.address, TEMPORAL_API_KEY, ...trust, ...settings })
  }

  it('is made with the certificate of the settings, and by it a workflow runs from its start to its end', async () => {
    const server = byCertificate()
    const done = { emails: 1 }
    const workers = await runWorkers({
      server,
      bundle: (await compiledWorkflows()).codePath,
      queues: { jobs: { activities: { purgeExpiredRows: async () => ({ isDone: true, done, failed: [] }) } } },
      shutdownGraceMs: 0,
      log: pino({ level: 'silent' }),
    })
    const temporal = createTemporal(server)
    try {
      const id = `purge:${randomBytes(4).toString('hex')}`
      const names = { summary: 'a call that is encrypted', kind: 'job', priority: 3, projectId: 'p' }
      await temporal.start({ type: 'purgeExpired', id, queue: 'jobs', input: {}, ...names })
      await eventuallyEquals(() => temporal.stateOf(id), 'completed')
    } finally {
      workers.stop()
      await workers.finished
      await temporal.close()
    }
  })

  it('brings the API key with every call, of clients and of workers', async () => {
    const server = byKey(API_KEY)
    const temporal = createTemporal(server)
    expect(await temporal.stateOf('unknown')).to.equal('missing')
    await temporal.close()
    const calls = cloud.authorizations.length
    expect(calls).to.be.above(0)
    await (await connectWorker(server, pino({ level: 'silent' }))).close()
    expect(cloud.authorizations.length).to.be.above(calls)
    expect(new Set(cloud.authorizations)).to.deep.equal(new Set([`Bearer ${API_KEY}`]))
  })

  const REFUSED: [why: string, settings: () => TemporalServer, message: RegExp, reason: RegExp][] = [
    [
      'another authority',
      () => byCertificate({ TEMPORAL_TLS_CA: createAuthority('Another').ca }),
      /not reachable/,
      /UnknownIssuer|unable to verify|self.signed|signature/i,
    ],
    [
      'no certificate',
      () => byCertificate({ TEMPORAL_TLS_CERT: '', TEMPORAL_TLS_KEY: '' }),
      /not reachable/,
      /certificate.?required|connection was closed|ECONNRESET|broken pipe|connection closed/i,
    ],
    [
      'another name in the certificate of the server',
      () => byKey(API_KEY, { TEMPORAL_TLS_SERVER_NAME: 'temporal.example.com' }),
      /not reachable/,
      /NotValidForName|altnames/i,
    ],
    [
      'a wrong API key',
      () => byKey('hunter2'),
      /rejected this process.*TEMPORAL_API_KEY/,
      /credentials|UNAUTHENTICATED/,
    ],
    [
      'a namespace that does not exist',
      () => serverOf({ TEMPORAL_ADDRESS: plain, TEMPORAL_NAMESPACE: 'staging' }),
      /no namespace staging.*temporal operator namespace create --namespace staging/,
      /staging is not found/,
    ],
  ]
  for (const [why, settings, message, reason] of REFUSED) {
    it(`is refused with ${why}, and the logs of worker and gateway say so without a secret`, async () => {
      const server = settings()
      const stopping = new AbortController()
      const [worker, gateway] = [linesUntil(message), linesUntil(message)]
      const connecting = connectWorker(server, worker.log, stopping.signal)
      const temporal = createTemporal(server)
      const watch = watchTemporalStart(temporal, gateway.log)
      const lines = [await worker.line(), await gateway.line()]
      stopping.abort()
      expect(await connecting.catch((error: Error) => error.name)).to.equal('AbortError')
      await watch.stop()
      await temporal.close()
      for (const line of lines)
        expect(line)
          .to.match(reason)
          .and.not.match(/hunter2|PRIVATE/)
    })
  }

  it('waits for a namespace, and goes on when it is made', async () => {
    const namespace = `made-${randomBytes(4).toString('hex')}`
    const { log, line } = linesUntil(/no namespace/)
    const connecting = connectWorker(serverOf({ TEMPORAL_ADDRESS: plain, TEMPORAL_NAMESPACE: namespace }), log)
    await line()
    const operator = await Connection.connect({ address: plain })
    const workflowExecutionRetentionPeriod = { seconds: 86_400 as unknown as never }
    await operator.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod })
    await operator.close()
    await (await connecting).close()
  })
})

/** A log, and its first line with such a message. */
function linesUntil(message: RegExp) {
  const lines: string[] = []
  let found: (line: string) => void
  const line = new Promise<string>((resolve) => (found = resolve))
  const write = (text: string): void => {
    lines.push(text)
    if (message.test((JSON.parse(text) as { msg: string }).msg)) found(text)
  }
  return { log: pino({ level: 'warn' }, { write }), line: () => arrives(line, `a log line like ${message.source}`) }
}
