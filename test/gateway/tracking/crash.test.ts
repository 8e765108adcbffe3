import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { startStack, type Stack } from '../../../embedded/stack.js'
import { migrate } from '../../../models/migrations/migrate.js'
import { Email, Event } from '../../support/models.js'
import { createTrackingTokens } from '../../../mail/links/tracking-tokens.js'
import { disconnectMongodb } from '../../../runtime/mongodb/connection.js'
import { useFolders } from '../../embedded/folders.js'
import { ENCRYPTION_KEYS, testConfig } from '../../support/config.js'
import { connectTo } from '../../support/database.js'
import { eventuallyEquals } from '../../support/eventually.js'
import { createEmail, createProject } from '../../support/factories.js'
import { useGatewayProcesses, type GatewayProcess } from '../../support/gateway-process.js'
import { serveGateway } from '../../support/serve-gateway.js'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const TARGET = 'https://shop.example/sale'
const tokens = createTrackingTokens(ENCRYPTION_KEYS)

describe('a gateway that is killed after it answered a click', function () {
  this.timeout(120_000)
  const makeFolder = useFolders()
  const startGateway = useGatewayProcesses()
  let stack: Stack
  let folder: string
  let message: { projectId: string; emailId: string }

  before(async () => {
    const env = { MONGODB_URI: '', TEMPORAL_ADDRESS: '' }
    stack = await startStack({ dataDir: makeFolder(), parts: ['mongodb'], ports: { mongodb: 0 }, env })
    await connectTo(stack.info.mongodb)
    await migrate()
  })
  after(async () => {
    await disconnectMongodb()
    await stack.stop()
  })
  beforeEach(async () => {
    folder = join(makeFolder(), 'spool')
    const { id: projectId } = await createProject()
    const email = await createEmail({ projectId, status: 'SENT', sentAt: new Date(), messageId: 'm1' })
    message = { projectId, emailId: email._id }
  })

  const start = (): Promise<GatewayProcess> =>
    startGateway({ MONGODB_URI: stack.info.mongodb, SPOOL_DIR: folder, LOG_LEVEL: 'info' })
  const follow = async ({ port }: GatewayProcess): Promise<boolean> => {
    const url = `http://127.0.0.1:${port}/c/${tokens.forClick(message, TARGET)}`
    const res = await fetch(url, { redirect: 'manual', headers: { 'user-agent': FIREFOX } })
    return res.status === 302 && res.headers.get('location') === TARGET
  }
  const load = async ({ port }: GatewayProcess): Promise<boolean> => {
    const url = `http://127.0.0.1:${port}/o/${tokens.forOpen(message)}.gif`
    return (await fetch(url, { headers: { 'user-agent': FIREFOX } })).status === 200
  }
  const kill = async ({ child, exited }: GatewayProcess): Promise<void> => {
    child.kill('SIGKILL')
    await exited
  }
  const files = (): string[] => (existsSync(folder) ? readdirSync(folder) : [])
  const stored = () => Email.findById(message.emailId).orFail().lean()
  const counted = async (name: string): Promise<number> => {
    const events = await Event.find({ ...message, name }).lean()
    return events.reduce((sum, { data }) => sum + Number(data['count']), 0)
  }

  /** Lets another gateway, of this process, record what killed ones have left. */
  const recordByAnother = async (): Promise<void> => {
    const gateway = await serveGateway(testConfig(), { spool: folder })
    await eventuallyEquals(() => files().length, 0).finally(() => gateway.close())
  }

  it('leaves them to the next one, which records them once, although MongoDB was away', async () => {
    const first = await start()
    await stack.suspend('mongodb')
    expect(await Promise.all([follow(first), follow(first), load(first)])).to.deep.equal([true, true, true])
    await kill(first)
    expect(files()).to.have.length(1)

    // The second gateway takes over the hits of the first, and is killed before it can record them.
    const second = await start()
    expect(await follow(second)).to.equal(true)
    await kill(second)
    await stack.resume('mongodb')
    expect(await stored()).to.include({ status: 'SENT', clicks: 0, opens: 0 })

    await recordByAnother()
    expect(await stored()).to.include({ status: 'CLICKED', clicks: 3, opens: 1 })
    expect([await counted('email.click'), await counted('email.open')]).to.deep.equal([3, 1])
  })

  it('loses and duplicates no click when it is killed while it records', async () => {
    const first = await start()
    let answered = 0
    const sent = 100
    const click = async (): Promise<void> => {
      if (await follow(first)) answered += 1
      if (answered === 50) first.child.kill('SIGKILL')
    }
    await Promise.allSettled(Array.from({ length: sent }, click))
    await first.exited

    await recordByAnother()
    const { clicks } = await stored()
    expect(clicks).to.be.within(answered, sent)
    expect(await counted('email.click')).to.equal(clicks)
  })
})
