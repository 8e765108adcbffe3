import { expect } from 'chai'
import { Contact } from '../../../models/contact.js'
import { Email } from '../../../models/email.js'
import { IdempotencyKey } from '../../../models/idempotency-key.js'
import { useProject } from '../../support/project.js'

const message = { to: 'ada@example.com', subject: 'Hi', body: 'Hi', from: 'news@example.com' }

/** Names of other APIs, and the name that the suggestion must contain. */
const NEAR_MISSES: [name: string, value: unknown, suggested: RegExp][] = [
  ['html', '<p>Hi</p>', /`body`/],
  ['HTML', '<p>Hi</p>', /`body`/],
  ['text', 'Hi', /`body`/],
  ['reply_to', 'desk@example.com', /`replyTo`/],
  ['reply-to', 'desk@example.com', /`replyTo`/],
  ['replyto', ['desk@example.com'], /`replyTo`/],
  ['ReplyTo', 'desk@example.com', /`replyTo`/],
  ['template_id', '4711', /`template`/],
  ['templateId', 4711, /`template`/],
  ['templateID', 4711, /`template`/],
  ['send_at', 1_800_000_000, /campaign/],
  ['sendAt', '2030-01-01', /campaign/],
  ['scheduledAt', '2030-01-01', /campaign/],
  ['scheduled_at', '2030-01-01', /campaign/],
  ['scheduled_for', null, /campaign/],
  ['cc', 'boss@example.com', /`to`/],
  ['Cc', ['boss@example.com'], /`to`/],
  ['bcc', [], /`to`/],
  ['BCC', null, /`to`/],
]

describe('POST /v1/send, names of fields', () => {
  const { project, client } = useProject()

  async function expectNothingDone(): Promise<void> {
    expect(await Contact.countDocuments({ projectId: project.id })).to.equal(0)
    expect(await Email.countDocuments({ projectId: project.id })).to.equal(0)
  }

  it('refuses the names of other APIs with a suggestion, and does nothing', async () => {
    for (const [name, value, suggested] of NEAR_MISSES) {
      const res = await client.post('/v1/send', { ...message, [name]: value }, { 'idempotency-key': name })
      expect(res).to.deep.include({ status: 422, code: 'VALIDATION_ERROR', faults: [`${name} unrecognized_keys`] })
      expect(res.body.error.errors[0].suggestion).to.match(suggested)
      expect(res.body.error.suggestion).to.equal(res.body.error.errors[0].suggestion)
    }
    await expectNothingDone()
    expect(await IdempotencyKey.countDocuments({ projectId: project.id })).to.equal(0)
  })

  it('reports each of them beside all other faults, with a suggestion for each', async () => {
    const res = await client.post('/v1/send', { to: 'nobody', html: 'Hi', cc: 'a@example.com', tags: ['a\nb'] })
    expect(res.status).to.equal(422)
    expect(res.faults).to.have.members([
      'html unrecognized_keys',
      'cc unrecognized_keys',
      'to invalid_string',
      'tags.0 invalid_string',
      'template required',
      'from required',
    ])
    expect(res.body.error.suggestion).to.match(/`body`.*`to`/)
    await expectNothingDone()
  })

  it('accepts any name in data and headers, and ignores other unknown fields', async () => {
    const names = { html: 1, cc: 'x', reply_to: 'y', templateId: 2 }
    const headers = { 'X-Cc': 'boss', html: 'a', text: 'b', 'send-at': 'c' }
    const others = { type: 'transactional', campaign: 'spring', copy: ['a'], replies: 1, context: {} }
    expect((await client.post('/v1/send', { ...message, ...others, data: names, headers })).status).to.equal(200)
    expect(await Contact.findOne({ projectId: project.id, email: message.to }).lean()).not.to.equal(null)
  })

  it('uses `reply` or `replyTo` as the address for replies, and refuses two addresses', async () => {
    for (const [given, fault] of [
      [{ reply: 'a@example.com', replyTo: 'b@example.com' }, 'replyTo custom'],
      [{ replyTo: 'nobody' }, 'replyTo invalid_string'],
      [{ reply: 'a@example.com', replyTo: 'nobody' }, 'replyTo invalid_string'],
      [{ replyTo: ['a@example.com'] }, 'replyTo invalid_type'],
    ] as const)
      expect(await client.post('/v1/send', { ...message, ...given })).to.deep.include({ status: 422, faults: [fault] })
    await expectNothingDone()
    for (const [given, expected] of [
      [{ replyTo: 'Desk+Q1@example.com' }, 'Desk+Q1@example.com'],
      [{ reply: 'desk@example.com', replyTo: 'desk@example.com' }, 'desk@example.com'],
      [{ reply: 'desk@example.com' }, 'desk@example.com'],
    ] as const) {
      const res = await client.post('/v1/send', { ...message, ...given })
      expect(res.status).to.equal(200)
      expect((await client.get(`/emails/${res.body.data.emails[0].email}`)).body.replyTo).to.equal(expected)
    }
  })
})
