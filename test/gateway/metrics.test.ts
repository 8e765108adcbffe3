import { expect } from 'chai'
import { refreshInstallationTotals } from '../../commands/base/installation/refresh-totals.js'
import { InstallationTotals } from '../../models/installation-totals.js'
import { Outbox } from '../support/models.js'
import { createLogger } from '../../runtime/logger.js'
import { serveMetrics, type MetricsServer } from '../../runtime/metrics/serve-metrics.js'
import { createProject } from '../support/factories.js'
import { useGateway } from '../support/gateway.js'
import { growthOf, valueOf } from '../support/metrics.js'
import { newId } from '../../runtime/ids.js'
import { storeEntries } from '../support/outbox.js'

const HOUR_MS = 3_600_000

describe('the metrics of a gateway', () => {
  const gateway = useGateway({ RATE_LIMIT_PER_MINUTE: 3 }, { isEmptied: 'before each' })
  let unreachable: string[]
  let server: MetricsServer

  before(async () => {
    server = await serveMetrics(
      { METRICS_PORT: 0, METRICS_HOST: '127.0.0.1' },
      {
        process: 'gateway',
        log: createLogger('test', { level: 'silent', pretty: false }),
        findUnreachable: async () => unreachable,
        beforeScrape: refreshInstallationTotals,
        further: async () => 'temporal_request_total 1\n',
      },
    )
  })
  beforeEach(() => (unreachable = []))
  after(() => server.close())

  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`)
    return { status: answer.status, text: await answer.text(), type: answer.headers.get('content-type') }
  }

  it('count requests by route pattern and status, and name no id, address or unknown path', async () => {
    const project = await createProject()
    const client = gateway.as(project.secretKey)
    const id = '0196c0de-0000-7000-8000-000000000001'
    const labels = { method: 'GET', route: '/contacts/:id', status: '404' }
    expect(await growthOf('posthorn_http_requests_total', labels, () => client.get(`/contacts/${id}`))).to.equal(1)
    await client.get('/nowhere/ada@example.com')

    const { text, type } = await ask('/metrics')
    expect(type).to.match(/^text\/plain; version=0\.0\.4/)
    expect(text).to.match(/posthorn_http_request_duration_seconds_count\{method="GET",route="\/contacts\/:id"\} [1-9]/)
    expect(text).to.include('route="none",status="404"').and.not.include(id).and.not.include('ada@')
    expect(text).to.match(/posthorn_build_info\{version="\d[^"]*",node="v\d[^"]*",process="gateway"\} 1/)
    expect(text)
      .to.match(/\nnodejs_eventloop_lag_p99_seconds /)
      .and.include('\ntemporal_request_total 1\n')
    expect(text).to.match(/\nposthorn_mongodb_pool_connections [1-9]/)
    expect(text).to.match(/\nposthorn_mongodb_pool_limit 50\n/)
  })

  it('count refusals of the rate limit', async () => {
    const project = await createProject()
    const client = gateway.as(project.secretKey)
    const work = () => Promise.all(Array.from({ length: 5 }, () => client.get('/contacts')))
    expect(await growthOf('posthorn_rate_limited_requests_total', { limit: 'project' }, work)).to.equal(2)
  })

  it('show how many outbox entries wait, and how old the oldest is', async () => {
    const since = new Date(Date.now() - HOUR_MS)
    await storeEntries('email', 'any', newId())
    await Outbox.updateMany({}, { createdAt: since })
    await ask('/metrics')
    expect(await valueOf('posthorn_outbox_entries', { kind: 'email' })).to.equal(1)

    const age = await valueOf('posthorn_outbox_oldest_entry_age_seconds', { kind: 'email' })
    expect(age).to.be.within(HOUR_MS / 1_000, HOUR_MS / 1_000 + 600)
  })

  it('show how many outbox entries are parked, and do not count them as waiting', async () => {
    await storeEntries('email', 'any', newId())
    await Outbox.updateMany({}, { owner: null, aside: 'parked' })
    await ask('/metrics')
    const parked = (kind: string) => valueOf('posthorn_outbox_parked_entries', { kind })
    expect(await Promise.all(['email', 'event', 'unknown'].map(parked))).to.deep.equal([1, 0, 0])
    expect(await valueOf('posthorn_outbox_entries', { kind: 'email' })).to.equal(0)
  })

  it('count the totals of the installation once for all processes that read them within 15 seconds', async () => {
    await storeEntries('email', 'any', newId())
    await Promise.all([ask('/metrics'), ask('/metrics'), ask('/metrics')])
    await storeEntries('email', 'any', newId())
    for (const [ageMs, entries] of [
      [1_000, 1],
      [16_000, 2],
    ] as const) {
      await InstallationTotals.updateOne({ _id: 'totals' }, { at: new Date(Date.now() - ageMs) })
      await ask('/metrics')
      expect(await valueOf('posthorn_outbox_entries', { kind: 'email' })).to.equal(entries)
    }
  })

  it('are not on the public port', async () => expect((await gateway.as().get('/metrics')).status).to.equal(404))

  it('include a health check, and a readiness check that names what is missing', async () => {
    expect(await ask('/health')).to.include({ status: 200 })
    expect(await ask('/ready')).to.include({ status: 200 })
    unreachable = ['MongoDB', 'Temporal']
    expect(await ask('/health')).to.include({ status: 200 })
    expect(await ask('/ready')).to.include({ status: 503, text: 'MongoDB and Temporal cannot be reached\n' })
    expect(await ask('/elsewhere')).to.include({ status: 404 })
  })
})
