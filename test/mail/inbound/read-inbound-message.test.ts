import { expect } from 'chai'
import { readdir, readFile } from 'node:fs/promises'
import { readInboundMessage } from '../../../mail/inbound/read-inbound-message.js'
import type { InboundMessage } from '../../../mail/inbound/inbound-message.js'
import type { Mailbox } from '../../../mail/mime/message-input.js'
import { MESSAGES, type Shown } from './corpus/messages.js'

const FOLDER = new URL('corpus/messages/', import.meta.url)

const shownMailbox = ({ name, address }: Mailbox): string => (name ? `${name} <${address}>` : address)

const shown = (message: InboundMessage): Shown => ({
  ...message,
  from: message.from && shownMailbox(message.from),
  to: message.to.map(shownMailbox),
  cc: message.cc.map(shownMailbox),
  replyTo: message.replyTo && shownMailbox(message.replyTo),
  date: message.date?.toISOString() ?? null,
  files: message.files.map((file) => `${file.filename} ${file.contentType} ${file.disposition} ${file.content.length}`),
})

describe('readInboundMessage', () => {
  it('has an expectation for every message of the corpus', async () => {
    const files = (await readdir(FOLDER)).map((name) => name.replace('.eml', ''))
    expect(Object.keys(MESSAGES)).to.have.members(files)
  })

  for (const [name, expected] of Object.entries(MESSAGES)) {
    it(`reads ${name}`, async () => {
      const raw = await readFile(new URL(`${name}.eml`, FOLDER))
      expect(shown(await readInboundMessage(raw))).to.deep.equal(expected)
    })
  }

  it('gives the content id of an inline image as the HTML names it', async () => {
    const raw = await readFile(new URL('related-in-alternative.eml', FOLDER))
    const { html, files } = await readInboundMessage(raw)
    expect(html).to.include('src="cid:logo@example.org"')
    expect(files[0]?.contentId).to.equal('logo@example.org')
  })

  it('gives the bytes of a file without its encoding', async () => {
    const raw = await readFile(new URL('mixed-with-alternative-and-file.eml', FOLDER))
    const { files } = await readInboundMessage(raw)
    expect(Buffer.from(files[0]?.content ?? []).toString()).to.equal('%PDF-')
  })
})
