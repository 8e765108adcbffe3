import { expect } from 'chai'
import { applyNotifications } from '../../../commands/emails/apply-notifications.js'
import { Email } from '../../../models/email.js'
import { Notification } from '../../../models/notification.js'
import { createEmail, createProject } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'
import { startSns, TOPIC_ARN, type SnsService } from '../../support/sns.js'

describe('POST /webhooks/email-infra', () => {
  const trustedOrigins: string[] = []
  const gateway = useGateway(
    { SNS_TOPIC_ARNS: [TOPIC_ARN], SNS_TRUSTED_ORIGINS: trustedOrigins },
    { isEmptied: 'before each' },
  )
  let sns: SnsService

  before(async () => {
    sns = await startSns()
    trustedOrigins.push(sns.origin)
  })
  after(() => sns.close())

  const post = (message: unknown, contentType = 'text/plain; charset=UTF-8') =>
    gateway.as().post('/webhooks/email-infra', JSON.stringify(message), { 'content-type': contentType })
  const storedCount = () => Notification.countDocuments()

  for (const version of ['1', '2'] as const) {
    it(`stores a notification signed with version ${version} before it answers`, async () => {
      const message = sns.message({ SignatureVersion: version, Subject: 'Amazon SES' })
      expect((await post(message)).status).to.equal(200)
      expect(await Notification.findById(message.MessageId).lean()).to.deep.include({ message: '{}' })
      expect(gateway.entries).to.deep.equal([{ kind: 'notification', projectId: '', id: message.MessageId }])
    })
  }

  it('takes JSON as well as plain text', async () => {
    expect((await post(sns.message(), 'application/json')).status).to.equal(200)
  })

  it('keeps a repeated notification once', async () => {
    const message = sns.message()
    await Promise.all(Array.from({ length: 5 }, () => post(message)))
    expect(await storedCount()).to.equal(1)
  })

  it('moves the email that the notification speaks of', async () => {
    const { id: projectId } = await createProject()
    const email = await createEmail({ projectId, status: 'SENDING', attempt: 1 })
    const mail = {
      messageId: 'ses-1',
      timestamp: new Date().toISOString(),
      tags: { 'posthorn-email': [email._id], 'posthorn-project': [projectId] },
    }
    const delivery = { timestamp: new Date().toISOString() }
    const message = sns.message({ Message: JSON.stringify({ eventType: 'Delivery', mail, delivery }) })
    await post(message)

    await applyNotifications([message.MessageId])

    expect(await Email.findById(email._id).lean()).to.include({ status: 'DELIVERED', messageId: 'ses-1' })
    const kept = await Notification.findById(message.MessageId).lean()
    expect(kept?.message).to.equal(null)
    expect(kept?.dispatch).to.equal(undefined)
  })

  const forged: [string, () => unknown][] = [
    ['an altered message', () => ({ ...sns.message(), Message: '{"a":1}' })],
    ['another topic', () => sns.message({ TopicArn: `${TOPIC_ARN}-of-somebody` })],
    ['a certificate from elsewhere', () => sns.message({ SigningCertURL: 'https://sns.evil.com/certificate.pem' })],
    [
      'a certificate from a host that only looks right',
      () => sns.message({ SigningCertURL: 'https://sns.us-east-1.amazonaws.com.evil.com/c.pem' }),
    ],
    ['no signature, as raw delivery sends it', () => ({ eventType: 'Delivery', mail: {} })],
    ['no JSON object', () => 'hello'],
  ]
  for (const [what, make] of forged) {
    it(`refuses ${what} and stores nothing`, async () => {
      const { status, body } = await post(make())
      expect(status).to.equal(403)
      expect(body.error.code).to.equal('FORBIDDEN')
      expect(await storedCount()).to.equal(0)
    })
  }

  it('answers 503 when the certificate cannot be fetched, so that SNS tries again', async () => {
    const { status } = await post(sns.message({ SigningCertURL: `${sns.origin}/broken.pem` }))
    expect(status).to.equal(503)
    expect(await storedCount()).to.equal(0)
  })

  it('confirms a subscription at the address that SNS gives, and nowhere else', async () => {
    const fields = { Type: 'SubscriptionConfirmation', Token: 'token' } as const
    const SubscribeURL = `${sns.origin}/confirm?Token=token`
    expect((await post(sns.message({ ...fields, SubscribeURL }))).status).to.equal(200)
    expect(sns.asked).to.include('/confirm?Token=token')

    const elsewhere = await post(sns.message({ ...fields, SubscribeURL: 'https://evil.com/confirm' }))
    expect(elsewhere.status).to.equal(403)
  })
})
