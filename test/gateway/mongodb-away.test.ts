import { rmSync } from 'node:fs'
import { expect } from 'chai'
import mongoose from 'mongoose'
import { startStack, type Stack } from '../../embedded/stack.js'
import { defineEndpoint } from '../../gateway/http/endpoint.js'
import { allEndpoints } from '../../gateway/routes/index.js'
import { disableProject } from '../../commands/lifecycle/projects/switch-project.js'
import type { CreatedProject } from '../../commands/tenancy/projects/create-project.js'
import { Contact, Email, Event } from '../support/models.js'
import type { EmailRecord } from '../../models/email.js'
import { migrate } from '../../models/migrations/migrate.js'
import { createTrackingTokens } from '../../mail/links/tracking-tokens.js'
import { connectMongodb, disconnectMongodb } from '../../runtime/mongodb/connection.js'
import { ENCRYPTION_KEYS, testConfig } from '../support/config.js'
import { connectTo } from '../support/database.js'
import { makeDataDir } from '../support/data-dir.js'
import { eventually, eventuallyEquals } from '../support/eventually.js'
import { createEmail, createProject } from '../support/factories.js'
import { createClient, type ClientResponse } from '../support/http-client.js'
import { serveGateway, type ServedGateway } from '../support/serve-gateway.js'
import { startSns, TOPIC_ARN, type SnsService } from '../support/sns.js'
import { deliveredNotification } from '../commands/sending/emails/notifications.js'
import { livedMs } from '../support/lived-ms.js'

const mail = { to: 'ada@example.com', subject: 'Hi', body: 'Hi', from: 'news@example.com' }
const event = { email: 'ada@example.com', event: 'signed up' }

const transact = defineEndpoint({
  operationId: 'transact',
  method: 'post',
  path: '/transact',
  access: 'open',
  summary: 'Begin a transaction at once',
  response: null,
  errors: [],
  handle: () =>
    mongoose.connection.transaction(async (session) => {
      await Contact.findOne({ projectId: 'none' }, null, { session })
    }),
})

describe('while MongoDB is away', function () {
  this.timeout(120_000)
  let dataDir: string
  let stack: Stack
  let sns: SnsService
  let gateway: ServedGateway
  let project: CreatedProject
  let disabledLink: string
  let link: string
  let sent: EmailRecord

  before(async () => {
    dataDir = makeDataDir('posthorn-away-')
    const env = { MONGODB_URI: '', TEMPORAL_ADDRESS: '' }
    stack = await startStack({ dataDir, parts: ['mongodb'], ports: { mongodb: 0 }, env })
    await connectTo(stack.info.mongodb)
    await migrate()
    project = await createProject()
    sns = await startSns()
    sent = await createEmail({ projectId: (await createProject()).id, status: 'SENT' })
    const { _id: emailId, projectId } = sent
    const tokens = createTrackingTokens(ENCRYPTION_KEYS)
    link = `/c/${tokens.forClick({ emailId, projectId }, 'https://example.com/?a=b')}`
    const { id: disabledId } = await createProject()
    await disableProject(disabledId, 'MANUAL')
    disabledLink = `/c/${tokens.forClick({ emailId, projectId: disabledId }, 'https://evil.example/')}`
    const config = testConfig({ SNS_TOPIC_ARNS: [TOPIC_ARN], SNS_TRUSTED_ORIGINS: [sns.origin] })
    gateway = await serveGateway(config, { endpoints: [...allEndpoints, transact] })
  })
  after(async () => {
    await gateway?.close()
    sns?.close()
    await disconnectMongodb()
    await stack?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const as = (key?: string) => createClient(gateway.origin, key)
  const notify = (id: string) => {
    const message = sns.message({ MessageId: id, Message: deliveredNotification(sent) })
    return as().post('/webhooks/email-infra', JSON.stringify(message), { 'content-type': 'text/plain' })
  }
  const everyWay = (key: string): Record<string, () => Promise<ClientResponse>> => ({
    'GET /contacts': () => as(project.secretKey).get('/contacts'),
    'POST /v1/send': () => as(project.secretKey).post('/v1/send', mail, { 'idempotency-key': key }),
    'POST /v1/track': () => as(project.publicKey).post('/v1/track', event),
    'POST /workflows': () => as(project.secretKey).post('/workflows', { name: 'A' }),
    'POST /webhooks/email-infra': () => notify(key),
    'a transaction': () => as().post('/transact'),
  })
  const follow = async (): Promise<void> => {
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' }
    const took = await livedMs(async () => {
      const res = await fetch(gateway.origin + link, { redirect: 'manual', headers })
      expect(res.status).to.equal(302)
      expect(res.headers.get('location')).to.equal('https://example.com/?a=b')
    })
    expect(took).to.be.below(1_000)
  }
  const followDisabled = async (): Promise<number> =>
    (await fetch(gateway.origin + disabledLink, { redirect: 'manual' })).status
  const clicks = async (): Promise<number> => {
    const events = await Event.find({ name: 'email.click', 'data.machine': { $exists: false } }).lean()
    return events.reduce((sum, { data }) => sum + Number(data['count']), 0)
  }
  const expectAway = async (key: string): Promise<void> => {
    const ask = async ([what, request]: [string, () => Promise<ClientResponse>]): Promise<void> => {
      const took = await livedMs(async () => {
        const res = await request()
        expect(res.status, `${what}: ${JSON.stringify(res.body)}`).to.equal(503)
        expect(res.headers.get('retry-after'), what).to.equal('5')
        expect(res.body.error, what).to.include({ code: 'SERVICE_UNAVAILABLE', statusCode: 503 })
        expect(JSON.stringify(res.body), what).not.to.match(/27017|127\.0\.0\.1|mongo/i)
      })
      expect(took, what).to.be.below(10_000)
    }
    await Promise.all(Object.entries(everyWay(key)).map(ask))
    expect((await as().get('/health')).status).to.equal(200)
    expect((await as().get('/openapi.json')).status).to.equal(200)
    expect(await as().get('/ready')).to.deep.include({ status: 503, details: { mongodb: false, temporal: true } })
  }
  const expectBack = async (key: string): Promise<void> => {
    await eventuallyEquals(async () => (await as().get('/ready')).status, 200)
    for (const [what, request] of Object.entries(everyWay(key))) {
      const res = await request()
      expect(res.status, `${what}: ${JSON.stringify(res.body)}`).to.be.within(200, 204)
    }
    expect(await Email.countDocuments({ projectId: project.id })).to.equal(1)
    expect(await Event.countDocuments({ emailId: sent._id, name: 'email.delivery' })).to.equal(1)
    await Email.deleteMany({ projectId: project.id })
  }

  it('everything answers 503 with Retry-After, nothing is lost or done twice, and all works when it is back', async () => {
    await eventually(followDisabled, (status) => status === 410)
    await stack.suspend('mongodb')
    await expectAway('lost')
    for (let click = 0; click < 3; click += 1) await follow()
    expect(await followDisabled(), 'as it was known').to.equal(410)
    await stack.resume('mongodb')
    await expectBack('lost')
    await eventually(clicks, (count) => count === 3)
  })

  it('everything does so too when MongoDB was away from the start', async () => {
    await stack.suspend('mongodb')
    await disconnectMongodb()
    connectMongodb({ MONGODB_URI: stack.info.mongodb })
    await expectAway('never')
    await stack.resume('mongodb')
    await expectBack('never')
  })
})
