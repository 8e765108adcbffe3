import { expect } from 'chai'
import { appendFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import { listMessages, getMessage, rawMessage, send, useProvider } from './provider-harness.js'

const IMAGE = Buffer.from('89504e470d0a1a0a', 'hex')

/** HTML with an inline image, text and an attached file. */
async function richMessage(): Promise<Buffer> {
  return new MailComposer({
    from: 'Zoë <hello@acme.test>',
    to: 'ada@example.com',
    subject: 'Schöne Grüße',
    text: 'Hello in text',
    html: '<p>Hello</p><img src="cid:logo@acme"><script>alert(1)</script>',
    attachments: [
      { filename: 'invoice.pdf', content: Buffer.alloc(1_234), contentType: 'application/pdf' },
      { filename: 'logo.png', content: IMAGE, cid: 'logo@acme' },
    ],
  })
    .compile()
    .build()
}

describe('the inbox', () => {
  const provider = useProvider()
  let origin: string
  beforeEach(async () => {
    ;({ origin } = await provider.start())
  })

  it('lists messages newest first with what a reader needs to find one', async () => {
    const first = await send(origin, { to: 'ada@example.com', subject: 'One' })
    const raw = rawMessage({ to: 'bob@example.com', subject: 'Two' })
    const second = await send(origin, { to: 'bob@example.com', raw })

    const { total, messages } = await listMessages(origin)

    expect(total).to.equal(2)
    expect(messages.map(({ id }) => id)).to.deep.equal([second, first])
    expect(messages[0]).to.have.all.keys('id', 'from', 'to', 'subject', 'receivedAt', 'sizeBytes')
    expect(messages[0]).to.include({ from: 'hello@acme.test', subject: 'Two', sizeBytes: raw.length })
    expect(messages[0]?.to).to.deep.equal(['bob@example.com'])
    expect(messages[0]?.receivedAt).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('finds by part of a recipient and of a subject in any case, and counts all matches beyond the limit', async () => {
    await send(origin, { to: 'Ada@Example.com', subject: 'Welcome Ada' })
    await send(origin, { to: 'ada@example.com', subject: 'Your receipt' })
    await send(origin, { to: 'bob@example.com', subject: 'Welcome Bob' })

    expect(await listMessages(origin, 'to=ADA@example.com&limit=1')).to.have.nested.property('messages.length', 1)
    expect(await listMessages(origin, 'to=ada@&limit=1')).to.have.property('total', 2)
    expect(await listMessages(origin, 'subject=WELCOME')).to.have.property('total', 2)
    const both = await listMessages(origin, 'to=ada&subject=welcome')
    expect(both.messages.map(({ subject }) => subject)).to.deep.equal(['Welcome Ada'])
    expect((await fetch(`${origin}/messages?limit=many`)).status).to.equal(422)
  })

  it('names every envelope recipient, or those of the headers when the call names none', async () => {
    const Destination = {
      ToAddresses: ['"Ada, L." <ada@example.com>'],
      CcAddresses: ['bob@example.com'],
      BccAddresses: ['eve@example.com'],
    }
    const given = await send(origin, { input: { Destination } })
    const raw = rawMessage({ to: 'Grace <grace@example.com>, heidi@example.com' })
    const fromHeaders = await send(origin, { raw, input: { Destination: undefined, FromEmailAddress: undefined } })

    expect((await getMessage(origin, given)).to).to.deep.equal([
      'ada@example.com',
      'bob@example.com',
      'eve@example.com',
    ])
    const second = await getMessage(origin, fromHeaders)
    expect(second.to).to.deep.equal(['grace@example.com', 'heidi@example.com'])
    expect(second.from).to.equal('hello@acme.test')
  })

  it('takes a message apart: headers, text, html, attachments, source', async () => {
    const raw = await richMessage()
    const id = await send(origin, { raw })

    const message = await getMessage(origin, id)

    expect(message).to.include({ id, subject: 'Schöne Grüße', sizeBytes: raw.length, raw: raw.toString() })
    expect(message.text?.trim()).to.equal('Hello in text')
    expect(message.html).to.contain('<p>Hello</p>')
    expect(message.headers).to.deep.include(['From', 'Zoë <hello@acme.test>'])
    expect(message.attachments).to.have.deep.members([
      { filename: 'invoice.pdf', contentType: 'application/pdf', contentId: null, sizeBytes: 1_234 },
      { filename: 'logo.png', contentType: 'image/png', contentId: 'logo@acme', sizeBytes: IMAGE.length },
    ])
  })

  it('shows the html with its pictures, in a document that can run nothing', async () => {
    const id = await send(origin, { raw: await richMessage() })

    const page = await fetch(`${origin}/messages/${id}/html`)

    expect(await page.text()).to.contain(`data:image/png;base64,${IMAGE.toString('base64')}`)
    const policy = page.headers.get('content-security-policy')
    expect(policy).to.contain("default-src 'none'").and.contain('sandbox').and.not.contain('allow-scripts')
    const plain = await send(origin)
    expect((await fetch(`${origin}/messages/${plain}/html`)).status).to.equal(404)
  })

  it('hands out the exact bytes of a message and of its attachments', async () => {
    const raw = Buffer.concat([rawMessage(), Buffer.from([0xff, 0xfe, 0x00])])
    const id = await send(origin, { raw })
    const download = await fetch(`${origin}/messages/${id}/raw`)
    expect(download.headers.get('content-type')).to.equal('message/rfc822')
    expect(Buffer.from(await download.arrayBuffer()).equals(raw)).to.equal(true)

    const rich = await send(origin, { raw: await richMessage() })
    const { attachments } = await getMessage(origin, rich)
    const logo = attachments.findIndex(({ filename }) => filename === 'logo.png')
    const file = await fetch(`${origin}/messages/${rich}/attachments/${logo}`)
    expect(file.headers.get('content-disposition')).to.contain('attachment').and.contain('logo.png')
    expect(Buffer.from(await file.arrayBuffer()).equals(IMAGE)).to.equal(true)
    expect((await fetch(`${origin}/messages/${rich}/attachments/9`)).status).to.equal(404)
  })

  it('answers 404 as JSON for a path or message that does not exist', async () => {
    for (const path of ['/messages/none', '/messages/none/raw', '/nothing']) {
      const res = await fetch(origin + path)
      expect(res.status).to.equal(404)
      expect(await res.json()).to.have.nested.property('error.code', 'RESOURCE_NOT_FOUND')
    }
  })

  it('deletes every message and its bytes, and goes on taking new ones', async () => {
    const gone = await send(origin)
    expect((await fetch(`${origin}/messages`, { method: 'DELETE' })).status).to.equal(204)
    const kept = await send(origin, { subject: 'After' })

    const restarted = await provider.start()

    expect((await listMessages(restarted.origin)).total).to.equal(1)
    expect((await fetch(`${restarted.origin}/messages/${gone}`)).status).to.equal(404)
    expect(await getMessage(restarted.origin, kept)).to.include({ subject: 'After' })
    const raw = (await readdir(provider.dataDir())).filter((name) => name.endsWith('.raw'))
    expect(raw).to.have.length(1)
    expect((await stat(join(provider.dataDir(), raw[0] ?? ''))).size).to.equal(rawMessage({ subject: 'After' }).length)
  })

  it('keeps messages across a restart, even after a crash in the middle of a write', async () => {
    const id = await send(origin, { subject: 'Kept' })
    await provider.stop()
    await appendFile(join(provider.dataDir(), 'inbox.jsonl'), '\n{"message":{"id":"torn","fr')

    const restarted = await provider.start()
    const later = await send(restarted.origin, { subject: 'Later' })
    const again = await provider.start()

    const { messages } = await listMessages(again.origin)
    expect(messages.map((message) => message.id)).to.deep.equal([later, id])
    expect(await getMessage(again.origin, id)).to.include({
      subject: 'Kept',
      raw: rawMessage({ subject: 'Kept' }).toString(),
    })
  })

  it('forgets a message whose bytes never reached the disk', async () => {
    await send(origin)
    await provider.stop()
    const message = { id: 'lost', from: '', to: [], subject: '', receivedAt: '', sizeBytes: 1e6 }
    const line = JSON.stringify({ message, offset: 0, send: null })
    await appendFile(join(provider.dataDir(), 'inbox.jsonl'), `\n${line}`)

    const restarted = await provider.start()

    expect((await listMessages(restarted.origin)).total).to.equal(1)
  })

  it('passes over bytes that a crash left without a line in the index', async () => {
    const first = await send(origin, { subject: 'First' })
    await provider.stop()
    await appendFile(join(provider.dataDir(), 'inbox.raw'), 'From: half a mess')

    ;({ origin } = await provider.start())
    const second = await send(origin, { subject: 'Second' })

    expect((await listMessages(origin)).messages.map(({ id }) => id)).to.deep.equal([second, first])
    for (const [id, subject] of [
      [first, 'First'],
      [second, 'Second'],
    ] as const) {
      expect((await getMessage(origin, id)).raw).to.equal(rawMessage({ subject }).toString())
    }
  })

  it('starts empty on a folder of the earlier format, and removes its files', async () => {
    const dataDir = join(provider.dataDir(), 'earlier')
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'messages.jsonl'), '{"segment":2}\n{"message":{"id":"old","offset":0}}\n')
    await writeFile(join(dataDir, 'messages-2.raw'), 'From: hello@acme.test')

    ;({ origin } = await provider.start({ dataDir }))

    expect((await listMessages(origin)).total).to.equal(0)
    expect((await readdir(dataDir)).filter((name) => name.startsWith('messages'))).to.deep.equal([])
  })

  it('serves its page under a policy that allows only its own scripts', async () => {
    const page = await fetch(origin)
    expect(page.headers.get('content-security-policy')).to.contain("script-src 'self'").and.not.contain('unsafe')
    const html = await page.text()
    const files = [...html.matchAll(/(?:src|href)="(\/page\/[^"]+)"/g)].map(([, file]) => file ?? '')
    expect(files).to.include('/page/inbox.js')
    // What a script imports has to be there as well: without it none of them runs.
    for (const file of files) {
      const response = await fetch(`${origin}${file}`)
      expect(response.status, file).to.equal(200)
      const imported = (await response.text()).matchAll(/^import .* from '\.\/([^']+)'/gm)
      for (const [, name] of imported) if (!files.includes(`/page/${name}`)) files.push(`/page/${name}`)
    }
    expect(files).to.include('/page/domains.js')
  })
})
