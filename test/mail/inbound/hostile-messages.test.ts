import { expect } from 'chai'
import * as fc from 'fast-check'
import { readInboundMessage } from '../../../mail/inbound/read-inbound-message.js'
import { readReport } from '../../../mail/inbound/read-report.js'
import { expectProcessorCost } from '../../support/processor-cost.js'
import { runs } from '../../support/runs.js'

const MEGABYTE = 1024 * 1024
// Several times what is read of a body. Quadratic work on it would take minutes of the processor.
const LARGE = 3 * MEGABYTE

const fill = (unit: string, length = LARGE): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
const bodyOf = (head: string, body: string): string => `From: a@example.org\r\n${head}\r\n\r\n${body}`
const html = (body: string): string => bodyOf('Content-Type: text/html', body)
const mixed = (body: string): string => bodyOf('Content-Type: multipart/mixed; boundary=b', body)
const base64 = (type: string, body: string): string =>
  bodyOf(`Content-Type: ${type}\r\nContent-Transfer-Encoding: base64`, body)
const nested = (depth: number): string =>
  Array.from({ length: depth }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`).join('')

const HOSTILE: Record<string, () => string> = {
  'line feeds alone': () => fill('\n'),
  'carriage returns alone': () => fill('\r'),
  'lines of dashes': () => mixed(fill('--\n')),
  'millions of parts': () => mixed(fill('--b\n\n')),
  'parts nested in parts': () => nested(1_000) + fill('--b\n'),
  'a header without end': () => fill('X: y\r\n'),
  'a field without end': () => `Subject: a${fill('\r\n b')}`,
  'padding all over': () => base64('application/x', fill('A=')),
  'one file of all its size': () => base64('application/x', fill(`${'QUJD'.repeat(19)}\r\n`)),
  'escapes alone': () => bodyOf('Content-Transfer-Encoding: quoted-printable', fill('=C3')),
  'flowed quotes': () => bodyOf('Content-Type: text/plain; format=flowed', fill('> > a \r\n')),
  'addresses without end': () => `To: ${fill('(<"a@,;:')}`,
  'encoded words without end': () => `Subject: ${fill('=?utf-8?b?')}`,
  'open elements': () => html(fill('<div>')),
  'open and falsely closed elements': () => html(fill('<b>', MEGABYTE / 2) + fill('</i>')),
  'open drawings': () => html(fill('<svg>')),
  'tags that never end': () => html(fill('<a b=')),
  'comments that never end': () => html(fill('<!--')),
  'a delivery status of empty lines': () =>
    bodyOf('Content-Type: multipart/report; boundary=b', `--b\nContent-Type: message/delivery-status\n\n${fill('\n')}`),
}

describe('a hostile message', () => {
  for (const [name, make] of Object.entries(HOSTILE)) {
    it(`of ${name} is read in bounded time`, async () => {
      const raw = Buffer.from(make(), 'latin1')
      await expectProcessorCost(async () => {
        const message = await readInboundMessage(raw)
        await readReport(raw)
        expect(Buffer.byteLength(message.text ?? '')).to.be.at.most(MEGABYTE)
        expect(Buffer.byteLength(message.html ?? '')).to.be.at.most(MEGABYTE)
      }, 2)
    }).timeout(120_000)
  }

  it('of any bytes throws nothing', async () => {
    const pieces = [
      'Content-Type: multipart/mixed; boundary=b',
      '\r\n',
      '\n',
      '\n\n',
      '--b',
      '--',
      '--b--',
      ' ',
      'a:',
      '=?',
    ]
    pieces.push(
      'Content-Transfer-Encoding: base64',
      'Content-Type: text/html; charset=',
      'constructor',
      '\0',
      '=',
      ';',
      '"',
    )
    pieces.push('Content-Type: multipart/report; boundary=b', 'Content-Type: message/delivery-status', 'Action: failed')
    pieces.push(
      'Final-Recipient: rfc822;',
      'a@b.example',
      'Content-Disposition: attachment; filename*0*=',
      '%ff',
      'To: ',
    )
    const bytes = fc
      .array(
        fc.oneof(
          fc.constantFrom(...pieces).map((piece) => Buffer.from(piece)),
          fc.uint8Array().map((all) => Buffer.from(all)),
        ),
      )
      .map((all) => Buffer.concat(all))
    const isRead = async (raw: Buffer): Promise<void> => {
      const message = await readInboundMessage(raw)
      expect(message.subject).to.not.match(/[\r\n\0]/)
      expect(message.faults).to.be.an('array')
      await readReport(raw)
    }
    await fc.assert(fc.asyncProperty(bytes, isRead), runs())
  })
})

describe('the limits of a received message', () => {
  const part = (name: string, body: string): string =>
    `--b\r\nContent-Type: application/pdf; name="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${body}\r\n`

  it('cut a long text at a whole character, and say so', async () => {
    const { text, faults } = await readInboundMessage(Buffer.from(bodyOf('X: y', fill('aü', MEGABYTE))))
    expect(Buffer.byteLength(text ?? '')).to.be.within(MEGABYTE - 3, MEGABYTE)
    expect(text).to.not.include('\ufffd')
    expect(faults).to.deep.equal(['The text is longer than 1048576 bytes and was cut.'])
  })

  it('cut long HTML without leaving a tag open', async () => {
    const { html: shown, faults } = await readInboundMessage(Buffer.from(html(fill('<p>a & b</p>', 2 * MEGABYTE))))
    expect(Buffer.byteLength(shown ?? '')).to.be.at.most(MEGABYTE)
    expect(shown).to.match(/<\/p>$/)
    expect(faults).to.deep.equal(['The HTML is longer than 1048576 bytes and was cut.'])
  })

  it('keep the first fifty files', async () => {
    const parts = Array.from({ length: 60 }, (_, i) => part(`${i}.pdf`, 'QUJD')).join('')
    const { files, faults } = await readInboundMessage(Buffer.from(mixed(`${parts}--b--`)))
    expect(files).to.have.length(50)
    expect(files.at(-1)?.filename).to.equal('49.pdf')
    expect(faults).to.deep.equal(['The message has more than 50 files; the rest was left out.'])
  })

  it('leave out a file that is too large, alone or with the others, and keep smaller ones', async () => {
    const limits = { bodyBytes: 100, files: 5, fileBytes: 10, allFilesBytes: 16 }
    const ten = Buffer.alloc(10).toString('base64')
    const raw = mixed(
      [part('big.pdf', `${ten}AAAA`), part('a.pdf', ten), part('b.pdf', ten), part('c.pdf', 'QUJD'), '--b--'].join(''),
    )
    const { files, faults } = await readInboundMessage(Buffer.from(raw), limits)
    expect(files.map(({ filename }) => filename)).to.deep.equal(['a.pdf', 'c.pdf'])
    expect(faults).to.deep.equal([
      'The file "big.pdf" is larger than 10 bytes and was left out.',
      'The files are larger than 16 bytes together; "b.pdf" was left out.',
    ])
  })

  it('cut a file name to 255 characters and keep its ending', async () => {
    const { files } = await readInboundMessage(Buffer.from(mixed(`${part(`${'n'.repeat(400)}.pdf`, 'QUJD')}--b--`)))
    expect(files[0]?.filename).to.equal(`${'n'.repeat(251)}.pdf`)
  })

  it('read what follows a header of a megabyte', async () => {
    const to = fill('a@example.com, ', MEGABYTE)
    const raw = `To: ${to}\r\nSubject: ${'s'.repeat(2_000)}\r\nContent-Type: text/plain\r\n\r\nHello`
    const message = await readInboundMessage(Buffer.from(raw))
    expect(message.to).to.have.length(500)
    expect(message.subject).to.have.length(998)
    expect(message.text).to.equal('Hello')
    expect(message.faults).to.deep.equal(['To has more than 500 addresses; the rest was left out.'])
  })

  it('read a thousand parts of many', async () => {
    const { text, faults } = await readInboundMessage(Buffer.from(mixed(fill('--b\n\nx\n', 21_000))))
    expect(text?.split('\n').length).to.equal(999)
    expect(faults).to.deep.equal(['The message has more than 1000 parts; the rest was left out.'])
  })
})
