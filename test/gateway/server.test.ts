import { once } from 'node:events'
import { request } from 'node:http'
import { expect } from 'chai'
import { useDatabase } from '../support/database.js'
import { eventuallyEquals } from '../support/eventually.js'
import { createProject } from '../support/factories.js'
import { NOWHERE, useGatewayProcesses } from '../support/gateway-process.js'
import { createClient } from '../support/http-client.js'
import { mongodbServer } from '../support/servers.js'
import { startSns, TOPIC_ARN } from '../support/sns.js'
import { newId } from '../../runtime/ids.js'
import { deliveredNotification } from '../commands/sending/emails/notifications.js'
import { livedMs } from '../support/lived-ms.js'

const mail = JSON.stringify({ to: 'ada@example.com', subject: 'Hi', body: 'Hi', from: 'news@example.com' })

describe('the gateway process', function () {
  this.timeout(60_000)
  // A whole gateway also takes over the outbox entries that other tests left.
  useDatabase({ isEmptied: 'before each' })
  const start = useGatewayProcesses()

  it('finishes its requests at a stop signal, accepts no more, and ends even when a client never finishes', async () => {
    const { secretKey } = await createProject()
    const PLATFORM_FROM = 'Posthorn@mail.acme-mail.org'
    const { child, port, exited } = await start({ MONGODB_URI: (await mongodbServer()).info.mongodb, PLATFORM_FROM })
    const client = createClient(`http://127.0.0.1:${port}`, secretKey)
    // Projects do not get the domain of mail to users, before the first such mail either.
    const refused = await client.post('/domains', { domain: 'mail.acme-mail.org' })
    expect([refused.status, refused.code]).to.deep.equal([403, 'FORBIDDEN'])
    // This request leaves a kept-alive connection open.
    await eventuallyEquals(async () => (await client.get('/contacts')).status, 200)
    const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json', expect: '100-continue' }
    const begin = async () => {
      const begun = request({ port, method: 'POST', path: '/v1/send', headers })
      begun.flushHeaders()
      await once(begun, 'continue')
      begun.write(mail.slice(0, 10))
      return begun
    }
    const endless = await begin()
    endless.on('error', () => undefined)
    const begun = await begin()

    const took = await livedMs(async () => {
      child.kill('SIGTERM')
      await refusal(port)
      begun.end(mail.slice(10))
      const [response] = (await once(begun, 'response')) as [{ statusCode: number; resume(): void }]
      response.resume()
      expect(response.statusCode).to.equal(200)
      expect(await exited).to.deep.equal([0, null])
    })
    // Five seconds on a machine that does nothing else; a process that waits for the client takes a minute.
    expect(took).to.be.below(30_000)
  })

  it('answers 503 from its first moment when MongoDB and Temporal are away', async () => {
    const sns = await startSns()
    const { port } = await start({
      MONGODB_URI: `mongodb://${NOWHERE}/none?directConnection=true`,
      SNS_TOPIC_ARNS: TOPIC_ARN,
      SNS_TRUSTED_ORIGINS: sns.origin,
    })
    const client = createClient(`http://127.0.0.1:${port}`)
    const about = { _id: newId(), projectId: newId() }
    const notification = JSON.stringify(sns.message({ Message: deliveredNotification(about) }))
    expect((await client.get('/health')).status).to.equal(200)
    const answers = await Promise.all([
      client.get('/ready'),
      client.as(`sk_${'0'.repeat(64)}`).get('/contacts'),
      client.post('/webhooks/email-infra', notification, { 'content-type': 'text/plain' }),
    ])
    sns.close()
    for (const { status, headers, body } of answers) {
      expect(status, JSON.stringify(body)).to.equal(503)
      expect(headers.get('retry-after')).to.equal('5')
    }
  })
})

/** Resolves when nothing listens on a port any more. */
function refusal(port: number): Promise<unknown> {
  const isRefused = () =>
    new Promise<boolean>((resolve) => {
      const attempt = request({ port, path: '/health', agent: false }, (response) => {
        response.resume()
        resolve(false)
      })
      attempt.once('error', () => resolve(true)).end()
    })
  return eventuallyEquals(isRefused, true)
}
