import { expect } from 'chai'
import { Contact } from '../../../models/contact.js'
import { Email } from '../../../models/email.js'
import { createContact } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'
import { useProject } from '../../support/project.js'

const MB = 1024 * 1024
const message = { to: 'ada@example.com', subject: 'Hi', body: 'Hi', from: 'news@example.com' }
const file = { filename: 'a.pdf', content: 'aGVsbG8=', contentType: 'application/pdf' }
const files = (...changes: object[]): object => ({ attachments: changes.map((change) => ({ ...file, ...change })) })

const NO_TYPES = ['pdf', 'a/b/c', 'text/', '', 'multipart/mixed', 'Multipart/Form-Data; boundary=x', 'text/plain\n']
const BAD_PARAMETERS = ['text/plain;', 'text/plain; charset', 'text/plain; a=b c', 'a/b; x="1', 'a/b; x=1; X=2']
const BAD_BYTES = ['text/plain\r\nX: y', 'a/b; x="\r\n"', 'a/b; x="\x07"', 'a/b; x="ü"']
const encoded = (bytes: number) => ({ content: Buffer.alloc(bytes).toString('base64') })

const CASES: [body: object, ...faults: string[]][] = [
  [{ to: undefined }, 'to required'],
  [{ to: 'nobody' }, 'to invalid_string'],
  [{ to: 'Ada <ada@example.com>' }, 'to invalid_string'],
  [{ to: 5 }, 'to invalid_type'],
  [{ to: [] }, 'to too_small'],
  [{ to: Array.from({ length: 1_001 }, (_, n) => `n${n}@example.com`) }, 'to too_big'],
  [{ to: {} }, 'to.email required'],
  [{ to: { email: 'nobody' } }, 'to.email invalid_string'],
  [{ to: { email: 'a@example.com', name: 'a\nb' } }, 'to.name invalid_string'],
  [{ to: ['a@example.com', 'b@example.com', 'c@example.com', 'nobody'] }, 'to.3 invalid_string'],
  [
    { to: ['a@example.com', 5, { email: 'nobody' }, { email: 'b@example.com', name: 'a\r\nBcc: c@example.com' }] },
    'to.1 invalid_type',
    'to.2.email invalid_string',
    'to.3.name invalid_string',
  ],
  [{ subject: '' }, 'subject too_small'],
  [{ subject: 'x'.repeat(999) }, 'subject too_big'],
  [{ subject: 'a\nb' }, 'subject invalid_string'],
  [{ subject: 'a\rb' }, 'subject invalid_string'],
  [{ body: '' }, 'body too_small'],
  [{ body: 5 }, 'body invalid_type'],
  [{ body: 'x'.repeat(2 * MB + 1) }, 'body too_big'],
  [{ subject: undefined }, 'template required'],
  [{ body: undefined }, 'template required'],
  [{ from: undefined }, 'from required'],
  [
    { subject: undefined, body: undefined, from: undefined, to: 'nobody' },
    'to invalid_string',
    'template required',
    'from required',
  ],
  [{ template: 'nonsense' }, 'template invalid_string'],
  [{ from: 'nobody' }, 'from invalid_string'],
  [{ from: { email: 'nobody' } }, 'from.email invalid_string'],
  [{ from: { name: 'Acme' } }, 'from.email required'],
  [{ name: 'a\nb' }, 'name invalid_string'],
  [{ subscribed: 'yes' }, 'subscribed invalid_type'],
  [{ data: 'x' }, 'data invalid_type'],
  [{ data: { locale: 5 } }, 'data.locale invalid_type'],
  [{ data: { locale: { value: 5, persistent: false } } }, 'data.locale invalid_type'],
  [{ headers: [] }, 'headers invalid_type'],
  [{ headers: { 'X Y': 'a' } }, 'headers.X Y invalid_string'],
  [{ headers: { 'X-Y\r\nBcc': 'a' } }, 'headers.X-Y\r\nBcc invalid_string'],
  [{ headers: { 'X-A': 'a\r\nBcc: b@example.com' } }, 'headers.X-A invalid_string'],
  [{ headers: { 'X-A': 5 } }, 'headers.X-A invalid_type'],
  [{ headers: { 'X-A': 'x'.repeat(999) } }, 'headers.X-A too_big'],
  [{ headers: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`X-${n}`, 'a'])) }, 'headers too_big'],
  ...['nobody', 'Ann Lee@example.com', 'Ann@x.com\r\nBcc: b@x.com', 'Ann@exa mple.com'].map(
    (reply): [object, string] => [{ reply }, 'reply invalid_string'],
  ),
  [{ attachments: {} }, 'attachments invalid_type'],
  [files({ filename: undefined }), 'attachments.0.filename required'],
  [files({}, { filename: '' }), 'attachments.1.filename too_small'],
  [files({ filename: 'x'.repeat(256) }), 'attachments.0.filename too_big'],
  ...['a/b', String.raw`a\b`, 'a"b', 'a\nb', 'a\0b'].map((filename): [object, string] => [
    files({ filename }),
    'attachments.0.filename invalid_string',
  ]),
  ...['aGVsbG8', 'aGVs\nbG8=', 'a-_=', '=', 'data:;base64,aGVs', 'aGV=bG8='].map((content): [object, string] => [
    files({ content }),
    'attachments.0.content invalid_string',
  ]),
  ...[...NO_TYPES, ...BAD_PARAMETERS, ...BAD_BYTES].map((contentType): [object, string] => [
    files({ contentType }),
    'attachments.0.contentType invalid_string',
  ]),
  [files({ disposition: 'inline' }), 'attachments.0.contentId required'],
  [files({ disposition: 'inline', contentId: '<logo>' }), 'attachments.0.contentId invalid_string'],
  [files({ disposition: 'other' }), 'attachments.0.disposition invalid_enum_value'],
  [
    files({ disposition: 'inline', content: '!' }),
    'attachments.0.content invalid_string',
    'attachments.0.contentId required',
  ],
  [files(...Array.from({ length: 11 }, () => ({}))), 'attachments too_big'],
  [files(encoded(6 * MB), encoded(4 * MB + 1)), 'attachments too_big'],
  [{ tracking: 'no' }, 'tracking invalid_type'],
  [{ tags: Array.from({ length: 11 }, () => 'a') }, 'tags too_big'],
  [{ tags: ['a\nb'] }, 'tags.0 invalid_string'],
  [{ scheduledFor: '2030-01-01T00:00:00Z' }, 'scheduledFor custom'],
]

describe('POST /v1/send, invalid input', () => {
  const { project, client } = useProject()

  it('answers 422 with every fault, and stores nothing', async () => {
    for (const [body, ...faults] of CASES) {
      const res = await client.post('/v1/send', { ...message, ...body })
      const refused = { status: 422, code: 'VALIDATION_ERROR', faults }
      expect(res, JSON.stringify(body).slice(0, 70)).to.deep.include(refused)
    }
    expect(await Contact.countDocuments({ projectId: project.id })).to.equal(0)
    expect(await Email.countDocuments({ projectId: project.id })).to.equal(0)
  })

  const OWN =
    'From To Cc BCC Subject Date Message-ID MIME-Version Content-Type CONTENT-X Sender Apparently-To X-Email-Id'
  const OF_SERVERS =
    'DKIM-Signature return-path Received Received-SPF Delivered-To Authentication-Results ARC-Seal ARC-Message-Signature'
  const RESENT = 'Resent-Bcc resent-bcc Resent-To Resent-Cc Resent-From Resent-Sender Resent-Date Resent-Message-ID'
  const OF_RELAYS = 'X-SES-CONFIGURATION-SET X-SES-MESSAGE-TAGS X-SMTPAPI X-Mailgun-Tag X-PM-Message-Stream X-MSYS-API'
  it('refuses every header of the service, of mail servers and of relays, in any case', async () => {
    const names = [OWN, OF_SERVERS, RESENT, OF_RELAYS].join(' ').split(' ')
    const headers = Object.fromEntries(names.map((name) => [name, 'a']))
    const res = await client.post('/v1/send', { ...message, headers })
    expect(res).to.deep.include({ status: 422, fields: names.map((name) => `headers.${name}`) })
    expect(await Email.countDocuments({ projectId: project.id })).to.equal(0)
  })

  it('reports limits, schedules and faults all at once, and suggests a campaign instead of a scheduled send', async () => {
    const later = { scheduledFor: '2030-01-01T00:00:00Z' }
    expect((await client.post('/v1/send', { ...message, ...later })).body.error.suggestion).to.contain('campaign')
    const many = files(...Array.from({ length: 11 }, () => ({})), { filename: '' })
    const res = await client.post('/v1/send', { ...message, to: 'nobody', ...later, ...many })
    expect(res.status).to.equal(422)
    const ofFiles = ['attachments too_big', 'attachments.11.filename too_small']
    expect(res.faults).to.have.members([...ofFiles, 'to invalid_string', 'scheduledFor custom'])
  })

  it('changes no contact when one of many addresses is bad, or one contact has no room for the data', async () => {
    const full = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, n]))
    await createContact({ projectId: project.id, email: 'full@example.com', data: full })
    const to = ['a@example.com', 'full@example.com']
    const res = await client.post('/v1/send', { ...message, to, data: { one: 1 } })
    expect(res).to.deep.include({ status: 422, faults: ['data too_big'] })
    expect(await Contact.countDocuments({ projectId: project.id })).to.equal(1)
    expect(await Email.countDocuments({ projectId: project.id })).to.equal(0)
  })

  it('accepts attachments of 10 MB together, and answers 413 for a body above 40 MB', async () => {
    const attachments = [{ ...file, content: Buffer.alloc(10 * MB, 7).toString('base64') }]
    expect((await client.post('/v1/send', { ...message, attachments })).status).to.equal(200)
    const res = await client.post('/v1/send', { ...message, data: { x: 'x'.repeat(40 * MB) } })
    expect(res).to.include({ status: 413, code: 'PAYLOAD_TOO_LARGE' })
  })
})

describe('POST /v1/send with larger attachments allowed', () => {
  const { client } = useProject(useGateway({ MAX_ATTACHMENT_SIZE_MB: 100, MAX_ATTACHMENTS_COUNT: 1 }))

  it('applies the limits of the installation, and keeps the encoded message below 40 MB', async () => {
    const two = await client.post('/v1/send', { ...message, ...files({}, {}) })
    expect(two.fields).to.deep.equal(['attachments'])
    expect(two.body.error.errors[0].message).to.equal('A message can have at most 1 attachments')
    const large = await client.post('/v1/send', { ...message, ...files(encoded(29.5 * MB)) })
    expect(large.status).to.equal(422)
    expect(large.body.error.errors).to.have.length(1)
    expect(large.body.error.errors[0].message).to.contain('40 MB')
  })
})
