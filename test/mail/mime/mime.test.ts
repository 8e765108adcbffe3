import { expect } from 'chai'
import PostalMime, { decodeWords } from 'postal-mime'
import { composeHtml, type HtmlMessage } from '../../support/compose-html.js'

const UNSUBSCRIBE = 'https://mail.example.com/unsubscribe/token-1'

const message = (changes: Partial<HtmlMessage> = {}): HtmlMessage => ({
  emailId: '0192d3a0-0000-7000-8000-000000000001',
  projectId: 'project-1',
  sourceType: 'WORKFLOW',
  type: 'MARKETING',
  from: { address: 'shop@example.com', name: 'The Shop' },
  to: { address: 'ann@example.com', name: 'Ann' },
  subject: 'Hello',
  html: '<p>Grüße, <b>Ann</b></p>',
  unsubscribeUrl: UNSUBSCRIBE,
  date: new Date('2026-01-02T03:04:05Z'),
  ...changes,
})

const raw = async (changes: Partial<HtmlMessage> = {}) => (await composeHtml(message(changes))).toString('latin1')
const parse = async (changes: Partial<HtmlMessage> = {}) => PostalMime.parse(await composeHtml(message(changes)))

/** The header lines as they are written, folded lines among them. */
const headerLines = async (changes: Partial<HtmlMessage> = {}) =>
  (await raw(changes)).split('\r\n\r\n')[0]!.split('\r\n')

const headers = async (changes: Partial<HtmlMessage> = {}) => {
  const parsed = await parse(changes)
  return new Map(parsed.headers.map(({ key, value }) => [key, decodeWords(value)]))
}

describe('composeMessage', () => {
  it('carries sender, recipient, subject, date and both bodies', async () => {
    const email = await parse()
    expect(email.from).to.include({ address: 'shop@example.com', name: 'The Shop' })
    expect(email.to?.map(({ address, name }) => [address, name])).to.deep.equal([['ann@example.com', 'Ann']])
    expect(email.subject).to.equal('Hello')
    expect(email.date).to.equal('2026-01-02T03:04:05.000Z')
    expect(email.html?.trim()).to.equal('<p>Grüße, <b>Ann</b></p>')
    expect(email.text?.trim()).to.equal('Grüße, Ann')
  })

  it('puts the text before the HTML, inline images beside it and attachments after both', async () => {
    const written = await raw({
      html: '<img src="cid:logo">',
      attachments: [
        {
          filename: 'Rechnung März.pdf',
          contentType: 'application/pdf',
          disposition: 'attachment',
          content: Buffer.from('pdf'),
        },
        {
          filename: 'logo.png',
          contentType: 'image/png',
          contentId: 'logo',
          disposition: 'inline',
          content: Buffer.from('png'),
        },
      ],
    })
    const order = [...written.matchAll(/^Content-Type: ([a-z]+\/[a-z]+)/gm)].map((match) => match[1])
    expect(order).to.deep.equal([
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'multipart/related',
      'text/html',
      'image/png',
      'application/pdf',
    ])
    const email = await PostalMime.parse(Buffer.from(written, 'latin1'))
    const files = email.attachments.map(({ filename, disposition, contentId }) => [filename, disposition, contentId])
    expect(files).to.deep.equal([
      ['logo.png', 'inline', '<logo>'],
      ['Rechnung März.pdf', 'attachment', undefined],
    ])
  })

  it('lets no value begin a header of its own', async () => {
    const evil = 'x\r\nBcc: victim@example.org\r\n\r\n<script>\n\u2028\0'
    const written = await raw({
      subject: evil,
      from: { address: `shop@example.com${evil}`, name: evil },
      to: { address: 'ann@example.com', name: evil },
      replyTo: `a@example.com${evil}`,
      campaignId: evil,
      unsubscribeUrl: `https://example.com/${evil}`,
      headers: { 'X-Note': evil, 'X-Bad\r\nBcc': 'victim@example.org', Bcc: 'victim@example.org' },
      attachments: [
        {
          filename: evil,
          contentType: `text/plain${evil}`,
          contentId: evil,
          disposition: 'attachment',
          content: Buffer.from('a'),
        },
      ],
    })
    expect(written).to.not.match(/^bcc:/im)
    const email = await PostalMime.parse(Buffer.from(written, 'latin1'))
    expect(email.bcc).to.equal(undefined)
    expect(email.html).to.include('<b>Ann</b>')
  })

  it('leaves out what only the service, mail servers and relays write, should it be stored', async () => {
    const names = ['Resent-Bcc', 'RESENT-TO', 'Bcc', 'Return-Path', 'ARC-Seal', 'Authentication-Results', 'X-SES-Tags']
    const written = await raw({
      headers: { ...Object.fromEntries(names.map((name) => [name, 'v@example.org'])), X: 'y' },
    })
    expect(written).to.not.include('v@example.org')
    expect(written).to.match(/^X: y\r$/m)
  })

  it('writes domains in ASCII and leaves an international local part as it is', async () => {
    const ascii = await headerLines({ to: { address: 'ann@bücher.example', name: '' } })
    expect(ascii).to.include('To: ann@xn--bcher-kva.example')
    const unicode = await parse({ to: { address: 'jürgen@bücher.example' } })
    expect(unicode.to?.[0]?.address).to.equal('jürgen@bücher.example')
  })

  it('writes Reply-To when there is one', async () => {
    expect((await parse({ replyTo: 'help@example.com' })).replyTo?.[0]?.address).to.equal('help@example.com')
    expect((await parse()).replyTo).to.equal(undefined)
    const custom = await parse({ replyTo: 'help@example.com', headers: { 'reply-to': 'Desk <desk@example.com>' } })
    expect(custom.replyTo?.map(({ address }) => address)).to.deep.equal(['desk@example.com'])
  })

  it('gives the HTML a text part even when there is nothing to read in it', async () => {
    expect(await raw({ html: '<img src="https://example.com/a.png">' })).to.match(/^Content-Type: text\/plain/m)
  })
})

describe('headers by class of message', () => {
  for (const type of ['MARKETING', 'HEADLESS'] as const) {
    it(`offers one-click unsubscribing on ${type} mail, each header on one line`, async () => {
      const url = `https://mail.example.com/unsubscribe/${'t'.repeat(200)}`
      const lines = await headerLines({ type, unsubscribeUrl: url })
      expect(lines).to.include(`List-Unsubscribe: <${url}>`)
      expect(lines).to.include('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    })

    it(`marks ${type} mail of a campaign as bulk, and no other`, async () => {
      const campaign = await headers({ type, campaignId: 'campaign-1', sourceType: 'CAMPAIGN' })
      expect(campaign.get('precedence')).to.equal('bulk')
      expect((await headers({ type })).has('precedence')).to.equal(false)
    })
  }

  for (const type of ['MARKETING', 'HEADLESS', 'TRANSACTIONAL'] as const) {
    it(`says of ${type} mail by a campaign or a workflow, and of no other, that a machine sent it`, async () => {
      const markOf = async (changes: Partial<HtmlMessage>) =>
        (await headers({ type, ...changes })).get('auto-submitted')
      expect(await markOf({ campaignId: 'campaign-1', sourceType: 'CAMPAIGN' })).to.equal('auto-generated')
      expect(await markOf({ sourceType: 'WORKFLOW' })).to.equal('auto-generated')
      expect(await markOf({ sourceType: 'TRANSACTIONAL' })).to.equal(undefined)
      expect(await markOf({ sourceType: 'TEST' })).to.equal(undefined)
      const own = { sourceType: 'WORKFLOW', headers: { 'auto-submitted': 'no' } }
      expect(await markOf(own)).to.equal('no')
    })
  }

  it('offers it on transactional mail only where it is asked for, and never marks that as bulk', async () => {
    const type = 'TRANSACTIONAL'
    expect((await headers({ type, unsubscribeUrl: undefined })).has('list-unsubscribe')).to.equal(false)
    expect((await headers({ type })).get('list-unsubscribe')).to.equal(`<${UNSUBSCRIBE}>`)
    expect((await headers({ type, campaignId: 'campaign-1' })).has('precedence')).to.equal(false)
  })

  it('names the origin of the message to mailbox providers by Feedback-ID', async () => {
    expect((await headers()).get('feedback-id')).to.equal('WORKFLOW:project-1:MARKETING:posthorn')
    const campaign = await headers({ campaignId: 'campaign-1' })
    expect(campaign.get('feedback-id')).to.equal('campaign-1:project-1:MARKETING:posthorn')
  })
})

describe('custom headers', () => {
  it('replace our own whatever their case', async () => {
    const lines = await headerLines({ campaignId: 'c', headers: { PRECEDENCE: 'list', 'feedback-id': 'mine' } })
    const named = lines.filter((line) => /^(?:precedence|feedback-id):/i.test(line)).map((line) => line.split(': ')[1])
    expect(named).to.have.members(['list', 'mine'])
  })

  it('take over both halves of the unsubscribe pair when they give one', async () => {
    const first = await headers({ headers: { 'list-unsubscribe': '<mailto:stop@example.com>' } })
    expect(first.get('list-unsubscribe')).to.equal('<mailto:stop@example.com>')
    expect(first.has('list-unsubscribe-post')).to.equal(false)
    const second = await headers({ headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } })
    expect(second.has('list-unsubscribe')).to.equal(false)
  })

  it('cannot touch who sends, to whom, or the provider account', async () => {
    const email = await headers({
      headers: {
        from: 'x@example.org',
        'Content-Type': 'text/plain',
        'message-id': '<x@y>',
        'X-SES-MESSAGE-TAGS': 'a=b',
      },
    })
    expect(email.get('from')).to.include('shop@example.com')
    expect(email.get('message-id')).to.include('@example.com>')
    expect(email.get('content-type')).to.include('multipart/alternative')
    expect(email.has('x-ses-message-tags')).to.equal(false)
  })
})
