import { Connection } from '@temporalio/client'
import { expect } from 'chai'
import { Outbox } from '../support/models.js'
import { createTemporal, isRefusal, isTemporalError, type Start, type Temporal } from '../../outbox/temporal.js'
import { temporalServer } from '../../outbox/temporal-server.js'
import { newId } from '../../runtime/ids.js'
import { readConfig } from '../../runtime/config.js'
import { PRIORITY } from '../../workflows/contracts.js'
import { ENCRYPTION_KEY, JWT_SECRET } from '../support/config.js'
import { useDatabase } from '../support/database.js'
import { eventually } from '../support/eventually.js'
import { createProject } from '../support/factories.js'
import { storeEntries } from '../support/outbox.js'
import { temporalServer as runningTemporal } from '../support/servers.js'
import { useRelays } from '../support/relays.js'

const LONG = 'x'.repeat(2_000)

describe('a start that Temporal refuses', () => {
  useDatabase()
  const makeRelay = useRelays()

  let address: string
  let temporals: Temporal[]

  before(async () => {
    address = (await runningTemporal()).info.temporal
  })
  beforeEach(() => (temporals = []))
  afterEach(() => Promise.all(temporals.map((temporal) => temporal.close())))

  const connect = (settings: NodeJS.ProcessEnv = {}): Temporal => {
    const required = { MONGODB_URI: 'mongodb://unused', ENCRYPTION_KEY, JWT_SECRET, TEMPORAL_ADDRESS: address }
    const temporal = createTemporal(temporalServer(readConfig({ ...required, ...settings })))
    temporals.push(temporal)
    return temporal
  }
  const startOf = (id: string): Start => ({
    type: 'deliverEmail',
    id,
    queue: 'transactional',
    input: { projectId: 'any', emailId: 'any' },
    summary: 'Email',
    kind: 'delivery',
    priority: PRIORITY.transactional,
    projectId: 'any',
  })
  const errorOf = (temporal: Temporal, id: string): Promise<unknown> =>
    temporal.start(startOf(id)).then(
      () => null,
      (error: unknown) => error,
    )

  it('for its id is a refusal, which sets its entry aside and starts the others', async () => {
    const temporal = connect()
    expect(isRefusal(await errorOf(temporal, LONG))).to.equal(true)

    const { id: projectId } = await createProject()
    const entries = await storeEntries('email', projectId, LONG)
    const good = await storeEntries('email', (await createProject()).id, newId())
    const relay = makeRelay({ temporal })
    relay.enqueue([...entries, ...good])
    await relay.close()
    const refused = await Outbox.findById(entries[0]?._id).orFail().lean()
    expect([refused.aside, refused.failures?.count, refused.failures?.reason]).to.deep.equal([
      'resting',
      1,
      'ServiceError 3',
    ])
    expect(await Outbox.exists({ _id: good[0]?._id })).to.equal(null)
  })

  it('because its namespace has no search attributes of ours is none, as all starts fail alike', async () => {
    const namespace = `bare-${newId()}`
    const connection = await Connection.connect({ address })
    await connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
    })
    await connection.close()
    const temporal = connect({ TEMPORAL_NAMESPACE: namespace })
    // The server learns of a new namespace within some seconds.
    const error = await eventually(
      () => errorOf(temporal, newId()),
      (found) => /search attribute/i.test(String((found as Error | null)?.cause)),
    )
    expect([isTemporalError(error), isRefusal(error)]).to.deep.equal([true, false])
  })
})
