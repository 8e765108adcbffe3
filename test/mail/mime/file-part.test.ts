import { expect } from 'chai'
import PostalMime from 'postal-mime'
import { filePart } from '../../../mail/mime/file-part.js'
import { composeHtml } from '../../support/compose-html.js'

interface Written {
  headers: Map<string, string>
  body: Buffer
}

/** A file as it stands in a message: its headers unfolded, and its bytes without their encoding. */
function written(contentType: string, content: string | Buffer, filename = 'a.bin'): Written {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const part = filePart({ filename, contentType, disposition: 'attachment', content: bytes })
  const raw = Buffer.concat(part.map((piece) => Buffer.from(piece as string))).toString('latin1')
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n(?=[ \t])/g, '')
    .split('\r\n')
  const headers = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]))
  const body = Buffer.from(raw.slice(end + 4), 'latin1')
  const isBase64 = headers.get('Content-Transfer-Encoding') === 'base64'
  return { headers, body: isBase64 ? Buffer.from(body.toString(), 'base64') : body }
}
const typeOf = (contentType: string, content: string | Buffer, filename?: string): string | undefined =>
  written(contentType, content, filename).headers.get('Content-Type')

describe('the content type of a file', () => {
  it('keeps its parameters', () => {
    const type = 'text/calendar; charset=utf-8; method=REQUEST; name="a; \\"b\\".ics"'
    expect(typeOf(type, 'BEGIN:VCALENDAR')).to.equal(type)
  })

  it('keeps a name of its own in any form, and else has that of the file', () => {
    expect(typeOf("a/b; name*=utf-8''M%C3%A4rz", 'x')).to.equal("a/b; name*=utf-8''M%C3%A4rz")
    expect(typeOf('a/b', 'x', 'report.pdf')).to.equal('a/b; name="report.pdf"')
  })

  const CHARSETS: [type: string, content: string | Buffer, expected: string][] = [
    ['text/csv', 'Grüße', 'text/csv; charset=utf-8; name=x'],
    ['TEXT/Plain', 'plain ASCII', 'text/plain; charset=utf-8; name=x'],
    ['text/calendar; method=REQUEST', 'x', 'text/calendar; charset=utf-8; method=REQUEST; name=x'],
    ['text/plain', Buffer.from([0x47, 0xfc]), 'text/plain; name=x'],
    ['text/plain; Charset=iso-8859-1', Buffer.from([0x47, 0xfc]), 'text/plain; charset=iso-8859-1; name=x'],
    ['text/plain; charset=iso-8859-1', 'ASCII', 'text/plain; charset=iso-8859-1; name=x'],
    ['application/json', 'Grüße', 'application/json; name=x'],
  ]
  for (const [type, content, expected] of CHARSETS) {
    it(`names UTF-8 where a text is it and says nothing: ${type}, ${content.toString('latin1')}`, () => {
      expect(typeOf(`${type}; name=x`, content)).to.equal(expected)
    })
  }

  it('gives the bytes as they are', () => {
    const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 256))
    expect(written('application/pdf', bytes).body.equals(bytes)).to.equal(true)
    expect(written('text/plain', 'a\nb\r\nc').body.toString()).to.equal('a\nb\r\nc')
  })
})

describe('a message as a file', () => {
  const HEAD = 'From: a@example.com\nSubject: o\n\n'

  it('has the line ends of mail', () => {
    const { headers, body } = written('message/rfc822', `${HEAD}line\rother\r\nlast\n`)
    expect(headers.get('Content-Transfer-Encoding')).to.equal('7bit')
    expect(body.toString()).to.equal('From: a@example.com\r\nSubject: o\r\n\r\nline\r\nother\r\nlast\r\n')
  })

  it('stays a message with lines of 998 octets', () => {
    const content = `${HEAD}${'z'.repeat(998)}\n${'y'.repeat(998)}`
    const { headers, body } = written('message/rfc822; x=y', content)
    expect(headers.get('Content-Type')).to.equal('message/rfc822; x=y; name="a.bin"')
    expect(body.toString()).to.equal(content.replaceAll('\n', '\r\n'))
  })

  const TYPES = [
    'message/rfc822',
    'Message/RFC822',
    'message/delivery-status',
    'message/partial; id=a',
    'message/external-body',
  ]
  const BROKEN: [name: string, content: string | Buffer][] = [
    ['a line of 999 octets', `${HEAD}${'z'.repeat(999)}\n`],
    ['a last line of 999 octets', `${HEAD}${'z'.repeat(999)}`],
    ['a NUL', `${HEAD}a\0b\n`],
    ['UTF-8', `${HEAD}Grüße\n`],
    ['octets of another character set', Buffer.from(`${HEAD}Gr\xfc\xdfe\n`, 'latin1')],
  ]
  for (const type of TYPES) {
    for (const [name, content] of BROKEN) {
      it(`is a file, byte for byte, where mail could not carry it: ${type} with ${name}`, () => {
        const { headers, body } = written(type, content, 'old.eml')
        expect(headers.get('Content-Type')).to.equal('application/octet-stream; name="old.eml"')
        expect(headers.get('Content-Transfer-Encoding')).to.equal('base64')
        expect(body.equals(Buffer.from(content as string))).to.equal(true)
      })
    }
  }

  it('is encoded and stays a message where its type allows that', () => {
    const { headers, body } = written('message/global', `${HEAD}Grüße\n`)
    expect(headers.get('Content-Type')).to.equal('message/global; name="a.bin"')
    expect(headers.get('Content-Transfer-Encoding')).to.equal('base64')
    expect(body.toString()).to.equal(`${HEAD}Grüße\n`)
  })

  it('leaves the whole message ASCII, with no line too long and no bare line end', async () => {
    const contents = [`${HEAD}line\n${'z'.repeat(1_200)}\n`, `${HEAD}Grüße\n`, `${HEAD}fine\r\r\n`]
    const raw = await composeHtml({
      emailId: '0192d3a0-0000-7000-8000-000000000001',
      projectId: 'project-1',
      sourceType: 'TRANSACTIONAL',
      type: 'TRANSACTIONAL',
      from: { address: 'shop@example.com' },
      to: { address: 'ann@example.com' },
      subject: 'Hello',
      html: '<p>Hi</p>',
      attachments: contents.map((content, index) => ({
        filename: `${index}.eml`,
        contentType: 'message/rfc822',
        disposition: 'attachment',
        content: Buffer.from(content),
      })),
    })
    const text = raw.toString('latin1')
    expect(text).to.not.match(/[^\r]\n|\r[^\n]/)
    expect(text).to.match(/^[\t\r\n -~]*$/)
    for (const line of text.split('\r\n')) expect(line.length).to.be.at.most(998)
    const { attachments } = await PostalMime.parse(raw, { rfc822Attachments: true })
    expect(attachments.map(({ filename }) => filename)).to.deep.equal(['0.eml', '1.eml', '2.eml'])
  })
})
