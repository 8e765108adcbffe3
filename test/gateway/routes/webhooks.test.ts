import { expect } from 'chai'
import { Contact, Email, Event } from '../../support/models.js'
import { recordEmailFacts } from '../../../commands/sending/emails/record-email-facts.js'
import type { EmailRecord } from '../../../models/email.js'
import { newId } from '../../../runtime/ids.js'
import { deliveredNotification, notificationOf } from '../../commands/sending/emails/notifications.js'
import { eventually, eventuallyEquals } from '../../support/eventually.js'
import { createContact, createEmail, createProject } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'
import { TOPIC_ARN, useSns } from '../../support/sns.js'

describe('POST /webhooks/email-infra', () => {
  const sns = useSns()
  const gateway = useGateway(sns.settings, { isEmptied: 'before each' })

  const post = (message: unknown, contentType = 'text/plain; charset=UTF-8') =>
    gateway.as().post('/webhooks/email-infra', JSON.stringify(message), { 'content-type': contentType })

  const delivered = (email: Pick<EmailRecord, '_id' | 'projectId'>) => ({ Message: deliveredNotification(email) })
  const sentEmail = async () => createEmail({ projectId: (await createProject()).id, status: 'SENDING', attempt: 1 })
  /** An email that a worker began to submit so many ms ago, or will begin if below 0. */
  const leavingEmail = async (ms: number) => {
    const claimed = { status: 'SENDING', attempt: 1, claimedAt: new Date(Date.now() - ms) } as const
    return createEmail({ projectId: (await createProject()).id, ...claimed })
  }
  const stored = async ({ _id }: EmailRecord) => Email.findById(_id).orFail().lean()

  for (const version of ['1', '2'] as const) {
    it(`has applied a notification signed with version ${version} when it answers`, async () => {
      const email = await sentEmail()
      const message = sns.message({ SignatureVersion: version, Subject: 'Amazon SES', ...delivered(email) })
      expect((await post(message)).status).to.equal(200)
      expect(await stored(email)).to.include({ status: 'DELIVERED', messageId: `ses-${email._id}` })
    })
  }

  it('applies a repeated notification once, as JSON and as plain text', async () => {
    const email = await sentEmail()
    const message = sns.message(delivered(email))
    expect((await post(message, 'application/json')).status).to.equal(200)
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(message)))
    for (const { status } of answers) expect(status).to.equal(200)
    await post(message)
    const events = await Event.find({ emailId: email._id }).lean()
    expect(events.map(({ name }) => name).toSorted()).to.deep.equal(['email.delivery', 'email.sent'])
  })

  it('hands the outbox entries that it stores to the relay', async () => {
    const contact = await createContact({ projectId: (await createProject()).id })
    const { _id: contactId, projectId, email: to } = contact
    const email = await createEmail({ projectId, contactId, to, status: 'SENT' })
    const bounce = { timestamp: new Date().toISOString(), bounceType: 'Permanent', bounceSubType: 'General' }
    const Message = notificationOf(email, { eventType: 'Bounce', bounce })
    expect((await post(sns.message({ Message }))).status).to.equal(200)
    expect(await Contact.findById(contact._id).lean()).to.include({ subscribed: false })
    expect(gateway.entriesOf('contact').map(({ id }) => id)).to.deep.equal([contact._id])
  })

  it('answers 200 to a notification about an unknown email', async () => {
    expect((await post(sns.message(delivered({ _id: newId(), projectId: newId() })))).status).to.equal(200)
    expect((await post(sns.message({ Message: 'Successfully validated SNS topic' }))).status).to.equal(200)
  })

  it('answers a notification whose message is unknown, although it gives no time or one in the future', async () => {
    const ahead = new Date(Date.now() + 3_600_000).toISOString()
    const mails = [{}, { timestamp: ahead }, { timestamp: 'soon' }].map((mail) => ({ ...mail, messageId: newId() }))
    const bounce = { bouncedRecipients: [] }
    const answers = mails.map((mail) =>
      post(sns.message({ Message: JSON.stringify({ eventType: 'Bounce', mail, bounce }) })),
    )
    for (const { status } of await Promise.all(answers)) expect(status).to.equal(200)
  })

  it('waits for the record of a submission before it applies a notification about it', async () => {
    // The wait is longer than the product's, so that it does not depend on the pace of this test.
    const email = await leavingEmail(-60_000)
    const answer = post(sns.message(delivered(email)))
    const fact = { projectId: email.projectId, emailId: email._id, at: new Date(), key: 'attempt-1' }
    await recordEmailFacts([{ ...fact, kind: 'sent', messageId: 'm-1' }], { claimed: [email] })
    expect((await answer).status).to.equal(200)
    expect(await stored(email)).to.include({ status: 'DELIVERED', messageId: 'm-1' })
  })

  it('applies the notification if the submission is never recorded', async () => {
    const email = await leavingEmail(4_500)
    expect((await post(sns.message(delivered(email)))).status).to.equal(200)
    expect(await stored(email)).to.include({ status: 'DELIVERED', messageId: `ses-${email._id}` })
  })

  it('refuses a message that SNS has not signed for the topic, and changes nothing', async () => {
    const email = await sentEmail()
    const fields = delivered(email)
    const certifiedBy = (host: string) => sns.message({ ...fields, SigningCertURL: `https://${host}/certificate.pem` })
    for (const [what, message] of Object.entries<unknown>({
      'an altered message': { ...sns.message(), ...fields },
      'another topic': sns.message({ ...fields, TopicArn: `${TOPIC_ARN}-of-somebody` }),
      'a certificate that is not from SNS': certifiedBy('sns.evil.com'),
      'a certificate from a host that only looks right': certifiedBy('sns.us-east-1.amazonaws.com.evil.com'),
      'no signature, as raw delivery sends it': JSON.parse(fields.Message),
      'no JSON object': 'hello',
      'a part of a message': JSON.stringify(sns.message(fields)).slice(0, -40),
    }))
      expect(await post(message), what).to.include({ status: 403, code: 'FORBIDDEN' })
    expect(await stored(email)).to.include({ status: 'SENDING' })
  })

  it('answers 503 while a certificate cannot be fetched, and tries that once a minute, so that SNS retries', async () => {
    const email = await sentEmail()
    const message = sns.message({ ...delivered(email), SigningCertURL: `${sns.origin}/broken.pem` })
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(message)))
    answers.push(await post(message))
    for (const { status } of answers) expect(status).to.equal(503)
    expect(sns.asked.filter((path) => path.includes('broken'))).to.have.lengthOf(1)
    expect(await stored(email)).to.include({ status: 'SENDING' })
  })

  it('confirms a subscription at the address that SNS gives, and nowhere else', async () => {
    const fields = { Type: 'SubscriptionConfirmation', Token: 'token' } as const
    const path = '/?Action=ConfirmSubscription&Token=token'
    expect((await post(sns.message({ ...fields, SubscribeURL: `${sns.origin}${path}` }))).status).to.equal(200)
    expect(sns.asked).to.include(path)

    for (const SubscribeURL of [`https://evil.com${path}`, `${sns.origin}/?Action=Publish`, 'no address']) {
      expect((await post(sns.message({ ...fields, SubscribeURL }))).status, SubscribeURL).to.equal(403)
    }
  })

  it('accepts the end of a subscription, and does not confirm it again', async () => {
    const before = sns.asked.length
    const SubscribeURL = `${sns.origin}/?Action=ConfirmSubscription`
    const ended = sns.message({ Type: 'UnsubscribeConfirmation', Token: 'token', SubscribeURL })
    expect((await post(ended)).status).to.equal(200)
    expect(sns.asked.slice(before).filter((path) => path.includes('ConfirmSubscription'))).to.deep.equal([])
  })

  it('refuses a body above 256 KB', async () => {
    const email = await sentEmail()
    const Message = JSON.stringify({ ...(JSON.parse(delivered(email).Message) as object), x: 'x'.repeat(256 * 1024) })
    expect(await post(sns.message({ Message }))).to.include({ status: 413, code: 'PAYLOAD_TOO_LARGE' })
    expect(await stored(email)).to.include({ status: 'SENDING' })
  })

  it('refuses a network after fifty refused messages in a second', async () => {
    // Whether fifty fit into a second depends on the machine, so that they continue until one is refused.
    const statuses = new Set<number>()
    const flood = async () => {
      const answers = await Promise.all(Array.from({ length: 100 }, () => post({ isForged: 'yes' })))
      for (const { status } of answers) statuses.add(status)
      return statuses.has(429)
    }
    await eventuallyEquals(flood, true)
    expect([...statuses]).to.have.members([403, 429])
    // Messages that SNS signed are accepted again once the second is over.
    const { status } = await eventually(
      () => post(sns.message()),
      (answer) => answer.status !== 429,
    )
    expect(status).to.equal(200)
  })

  it('finds the email of an identity notification by the id of SES, or by its Message-ID', async () => {
    const { id: projectId } = await createProject()
    const sent = { projectId, status: 'SENT', sentAt: new Date() } as const
    const [bySes, byHeader] = [await createEmail({ ...sent, sesMessageId: 'ses-of-one' }), await createEmail(sent)]
    const timestamp = new Date().toISOString()
    const [notificationType, delivery] = ['Delivery', { timestamp }]
    const headers = [{ name: 'Message-ID', value: `<${byHeader._id}@example.com>` }]
    const mails = [
      { timestamp, messageId: 'ses-of-one', destination: [bySes.to] },
      { timestamp, messageId: 'ses-of-other', headersTruncated: false, headers },
    ]
    for (const mail of mails) {
      const Message = JSON.stringify({ notificationType, delivery, mail })
      expect((await post(sns.message({ Message }))).status).to.equal(200)
    }
    expect(await stored(bySes)).to.include({ status: 'DELIVERED' })
    expect(await stored(byHeader)).to.include({ status: 'DELIVERED', sesMessageId: 'ses-of-other' })
  })
})

describe('POST /webhooks/email-infra without a topic', () => {
  const sns = useSns([])
  const gateway = useGateway(sns.settings)

  it('accepts nothing', async () => {
    const message = JSON.stringify(sns.message())
    const { status } = await gateway.as().post('/webhooks/email-infra', message, { 'content-type': 'text/plain' })
    expect(status).to.equal(403)
  })
})
