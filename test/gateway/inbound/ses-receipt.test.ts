import { createServer, type Server } from 'node:http'
import { expect } from 'chai'
import { allowDomain } from '../../../commands/sending/domains/allow-domain.js'
import { Email } from '../../../models/email.js'
import { Event } from '../../../models/event.js'
import { createProject } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'
import { TOPIC_ARN, useSns } from '../../support/sns.js'
import { listen } from '../../support/listen.js'

const NO_SUCH_KEY = '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>Gone</Message></Error>'

const RAW = [
  'From: Ada <ada@sender.example>',
  'To: help@shop.example',
  'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
  'Message-ID: <s1@sender.example>',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: 8bit',
  '',
  'Grüße',
  '',
].join('\r\n')

describe('mail that SES received', () => {
  const sns = useSns()
  const settings = {
    ...sns.settings,
    INBOUND_S3_BUCKETS: ['mail'],
    INBOUND_MAX_MESSAGE_MB: 1,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    S3_ENDPOINT: '',
  }
  let s3: Server
  let asked: string[]
  let mood: 'answers' | 'fails'
  const objects = new Map<string, Buffer>()

  before(async () => {
    s3 = createServer((request, response) => {
      asked.push(`${request.method} ${request.url?.split('?')[0] ?? ''}`)
      const object = objects.get(request.url?.split('?')[0] ?? '')
      if (mood === 'fails') response.writeHead(500).end()
      else if (object) response.writeHead(200, { 'content-length': object.length }).end(object)
      else response.writeHead(404, { 'content-type': 'application/xml' }).end(NO_SUCH_KEY)
    })
    settings.S3_ENDPOINT = `http://127.0.0.1:${await listen(s3)}`
  })
  after(() => void s3.close())
  const gateway = useGateway(settings, { isEmptied: 'before each' })
  beforeEach(() => {
    asked = []
    mood = 'answers'
    objects.clear()
  })

  const owner = async () => {
    const project = await createProject()
    await allowDomain({ projectId: project.id, domain: 'shop.example' })
    return project
  }
  const receipt = (action: object, extra: object = {}, verdicts: object = {}) => ({
    notificationType: 'Received',
    mail: {
      timestamp: '2026-03-02T09:00:00.000Z',
      source: 'ada@sender.example',
      messageId: 'o3vrnil0e2ic28tr',
      destination: ['help@shop.example'],
      commonHeaders: { subject: 'Hello' },
    },
    receipt: {
      timestamp: '2026-03-02T09:00:00.000Z',
      recipients: ['help@shop.example'],
      spamVerdict: { status: 'PASS' },
      virusVerdict: { status: 'PASS' },
      spfVerdict: { status: 'GRAY' },
      dkimVerdict: { status: 'PASS' },
      dmarcVerdict: { status: 'FAIL' },
      ...verdicts,
      action,
    },
    ...extra,
  })
  const post = async (notification: object) => {
    const message = sns.message({ Message: JSON.stringify(notification) })
    const { status } = await gateway
      .as()
      .post('/webhooks/email-infra', JSON.stringify(message), { 'content-type': 'text/plain' })
    return status
  }

  const INLINE: [encoding: string, content: string][] = [
    ['UTF-8', RAW],
    ['BASE64', Buffer.from(RAW).toString('base64')],
  ]
  for (const [encoding, content] of INLINE) {
    it(`is stored with its verdicts from content in ${encoding}, once however often SES notifies`, async () => {
      const project = await owner()
      const notification = receipt({ type: 'SNS', encoding, topicArn: TOPIC_ARN }, { content })
      for (let time = 0; time < 3; time += 1) expect(await post(notification)).to.equal(200)
      const [email, ...others] = await Email.find({ projectId: project.id }).lean()
      expect(others).to.be.empty
      expect(email).to.include({ subject: 'Grüße', status: 'RECEIVED', messageId: 's1@sender.example' })
      const { body } = await gateway.as(project.secretKey).get(`/emails/${email?._id}`)
      expect(body.received.text.trim()).to.equal('Grüße')
      const verdicts = { spam: 'PASS', virus: 'PASS', spf: 'GRAY', dkim: 'PASS', dmarc: 'FAIL' }
      expect(body.received.verdicts).to.deep.equal(verdicts)
      const event = await Event.findOne({ projectId: project.id, name: 'email.received' }).orFail().lean()
      expect(event.data).to.include({ dmarcVerdict: 'FAIL', subject: 'Grüße' })
    })
  }

  const inBucket = (bucketName: string, objectKey = 'in/o3vrnil0e2ic28tr') =>
    receipt({ type: 'S3', bucketName, objectKey })

  it('can be read from a bucket', async () => {
    const project = await owner()
    objects.set('/mail/in/o3vrnil0e2ic28tr', Buffer.from(RAW))
    expect(await post(inBucket('mail'))).to.equal(200)
    expect(asked).to.deep.equal(['GET /mail/in/o3vrnil0e2ic28tr'])
    expect(await Email.countDocuments({ projectId: project.id })).to.equal(1)
  })

  it('is read from no other bucket', async () => {
    await owner()
    expect(await post(inBucket('of-somebody'))).to.equal(403)
    expect(asked).to.deep.equal([])
  })

  it('is retried while the bucket cannot be read, and not when it is gone or too large', async () => {
    const project = await owner()
    mood = 'fails'
    expect(await post(inBucket('mail'))).to.equal(503)
    mood = 'answers'
    expect(await post(inBucket('mail'))).to.equal(200)
    objects.set('/mail/in/o3vrnil0e2ic28tr', Buffer.alloc(1_048_577, 'x'))
    expect(await post(inBucket('mail'))).to.equal(200)
    expect(await Email.countDocuments({ projectId: project.id })).to.equal(0)
  })

  it('loses the files of a message with a virus', async () => {
    const project = await owner()
    const content = RAW.replace('text/plain; charset=utf-8', 'application/octet-stream; name=a.exe')
    const virus = { virusVerdict: { status: 'FAIL' } }
    expect(await post(receipt({ type: 'SNS', encoding: 'UTF-8' }, { content }, virus))).to.equal(200)
    const email = await Email.findOne({ projectId: project.id }).orFail().lean()
    expect(email.attachments).to.deep.equal([])
  })
})
