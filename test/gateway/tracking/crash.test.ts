import { expect } from 'chai'
import { pino } from 'pino'
import { createEngagementRecorder } from '../../../gateway/tracking/engagement-recorder.js'
import { startStack, type Stack } from '../../../embedded/stack.js'
import { migrate } from '../../../models/migrations/migrate.js'
import { Hit } from '../../../models/hit.js'
import { Email, Event } from '../../support/models.js'
import { createTrackingTokens } from '../../../mail/links/tracking-tokens.js'
import { disconnectMongodb } from '../../../runtime/mongodb/connection.js'
import { useFolders } from '../../embedded/folders.js'
import { ENCRYPTION_KEYS } from '../../support/config.js'
import { connectTo } from '../../support/database.js'
import { eventuallyEquals } from '../../support/eventually.js'
import { createEmail, createProject } from '../../support/factories.js'
import { useGatewayProcesses, type GatewayProcess } from '../../support/gateway-process.js'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const TARGET = 'https://shop.example/sale'
const tokens = createTrackingTokens(ENCRYPTION_KEYS)

describe('a gateway that is killed after it answered a click', function () {
  this.timeout(120_000)
  const makeFolder = useFolders()
  const startGateway = useGatewayProcesses()
  let stack: Stack
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
    const { id: projectId } = await createProject()
    const email = await createEmail({ projectId, status: 'SENT', sentAt: new Date(), messageId: 'm1' })
    message = { projectId, emailId: email._id }
  })

  const start = (): Promise<GatewayProcess> => startGateway({ MONGODB_URI: stack.info.mongodb, LOG_LEVEL: 'info' })
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
  const stored = () => Email.findById(message.emailId).orFail().lean()
  const counted = async (name: string): Promise<number> => {
    const events = await Event.find({ ...message, name }).lean()
    return events.reduce((sum, { data }) => sum + Number(data['count']), 0)
  }

  const untilStored = (requests: number) =>
    eventuallyEquals(async () => {
      const hits = await Hit.find({ ...message }).lean()
      return hits.reduce((sum, { count }) => sum + count, 0)
    }, requests)

  /** Lets another gateway, of this process, count what killed ones have left. */
  const countByAnother = async (): Promise<void> => {
    const log = pino({ level: 'silent' })
    const recorder = createEngagementRecorder({ log, orphanedAfterMs: 100, orphansEveryMs: 100 })
    await eventuallyEquals(() => Hit.countDocuments({ ...message, expiresAt: null }), 0).finally(() => recorder.close())
  }

  it('leaves them to the next one, which counts them once', async () => {
    const first = await start()
    expect(await Promise.all([follow(first), follow(first), load(first)])).to.deep.equal([true, true, true])
    await kill(first)
    expect(await stored()).to.include({ status: 'SENT', clicks: 0, opens: 0 })

    await countByAnother()
    expect(await stored()).to.include({ status: 'CLICKED', clicks: 2, opens: 1 })
    expect([await counted('email.click'), await counted('email.open')]).to.deep.equal([2, 1])
  })

  it('answers while MongoDB is away, and stores the hits once it is back', async () => {
    const first = await start()
    await stack.suspend('mongodb')
    expect(await Promise.all([follow(first), follow(first), load(first)])).to.deep.equal([true, true, true])
    await stack.resume('mongodb')
    await untilStored(3)
    await kill(first)

    await countByAnother()
    expect(await stored()).to.include({ status: 'CLICKED', clicks: 2, opens: 1 })
  })

  it('loses and duplicates no click when it is killed while it stores and counts', async () => {
    const first = await start()
    let answered = 0
    const sent = 100
    const click = async (): Promise<void> => {
      if (await follow(first)) answered += 1
      if (answered === 50) first.child.kill('SIGKILL')
    }
    await Promise.allSettled(Array.from({ length: sent }, click))
    await first.exited

    await countByAnother()
    const { clicks } = await stored()
    expect(clicks).to.be.within(answered, sent)
    expect(await counted('email.click')).to.equal(clicks)
  })
})
