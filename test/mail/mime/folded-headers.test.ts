import { expect } from 'chai'
import { decodeWords } from 'postal-mime'
import type { MessageHead } from '../../../mail/mime/message-input.js'
import { headersOf } from '../../../mail/mime/mime-headers.js'
import { filePart } from '../../../mail/mime/file-part.js'

const DOMAIN = `${'long-'.repeat(11)}name.${'example-'.repeat(7)}x.example.com`
const LONG_WORD = 'w'.repeat(120)

const head = (changes: Partial<MessageHead> = {}): string =>
  headersOf({
    emailId: '0192d3a0-0000-7000-8000-000000000001',
    projectId: '0192d3a0-0000-7000-8000-000000000002',
    campaignId: '0192d3a0-0000-7000-8000-000000000003',
    sourceType: 'CAMPAIGN',
    type: 'MARKETING',
    from: { address: 'shop@example.com' },
    to: { address: 'ann@example.com' },
    subject: 'Hello',
    unsubscribeUrl: `https://mail.example.com/unsubscribe/${'t'.repeat(102)}`,
    date: new Date('2026-01-02T03:04:05Z'),
    ...changes,
  })

/** A header with its lines unfolded and its encoded words read. */
function valueOf(headers: string, name: string): string {
  const line = headers
    .replaceAll(/\r\n(?=[ \t])/g, '')
    .split('\r\n')
    .find((text) => text.startsWith(`${name}: `))
  return decodeWords(line?.slice(`${name}: `.length) ?? '')
}

function expectFolded(headers: string): void {
  for (const field of headers.trimEnd().split(/\r\n(?![ \t])/)) {
    const lines = field.split('\r\n')
    expect(lines[0], field).to.match(/^[!-9;-~]+: [^ ]/)
    for (const line of lines) {
      expect(line.trim(), field).to.not.equal('')
      expect(line.length, field).to.be.at.most(998)
      // Beyond 78 characters only where there is no place to fold.
      const isWhole = /^list-/i.test(field) || !line.replace(/^[!-9;-~]+: | /, '').includes(' ')
      if (!isWhole) expect(line.length, field).to.be.at.most(78)
      if (line.includes('=?UTF-8?') && field.length < 5_000 && !/^x-long/i.test(field))
        expect(line.length, field).to.be.at.most(76)
    }
  }
}

describe('folded headers', () => {
  const TEXTS = [
    ['Grüße', 'ü'.repeat(45), `${'a'.repeat(44)}ü`, `${'word '.repeat(12)}ü`, '😀'.repeat(60), `${'a'.repeat(36)}😀`],
    ['漢字'.repeat(100), LONG_WORD, `${LONG_WORD} ${LONG_WORD}`, `short ${LONG_WORD}`, 'y'.repeat(2_000)],
    ['word '.repeat(60).trim(), 'a  b   c '.repeat(20).trim(), '=?UTF-8?Q?x?= '.repeat(10).trim()],
  ].flat()
  for (const text of TEXTS) {
    it(`has no empty line for a subject of ${text.length} characters: ${text.slice(0, 20)}`, () => {
      const headers = head({ subject: text })
      expectFolded(headers)
      expect(valueOf(headers, 'Subject')).to.equal(text)
    })

    it(`has no empty line for a custom header of ${text.length} characters: ${text.slice(0, 20)}`, () => {
      const headers = head({ headers: { 'X-Note': text, [`X-Long-${'n'.repeat(69)}`]: text } })
      expectFolded(headers)
      const value = text.startsWith('=?') ? decodeWords(text) : text.replaceAll(/ {2,}/g, ' ')
      expect(valueOf(headers, 'X-Note')).to.equal(value)
      expect(valueOf(headers, `X-Long-${'n'.repeat(69)}`)).to.equal(value)
    })

    it(`has no empty line for a name of ${text.length} characters: ${text.slice(0, 20)}`, () => {
      for (const address of ['ann@example.com', `${'a'.repeat(64)}@${DOMAIN}`, 'jürgen@example.com']) {
        expectFolded(head({ to: { address, name: text }, from: { address, name: text }, replyTo: address }))
      }
    })

    it(`has no empty line for a file name of ${text.length} characters: ${text.slice(0, 20)}`, () => {
      const filename = text.slice(0, 255).replaceAll(/[/?]/g, '')
      const type = `application/${'vnd-'.repeat(30)}x`
      const [headers] = filePart({ filename, contentType: type, disposition: 'attachment', content: Buffer.from('x') })
      const lines = String(headers).trimEnd().split('\r\n')
      for (const line of lines) {
        expect(line.trim()).to.not.equal('')
        expect(line).to.not.match(/^[\w-]+: *$/)
        expect(line.length).to.be.at.most(998)
      }
    })
  }

  it('names the message and its sender on the first line, however long the domain is', () => {
    const headers = head({ from: { address: `news@${DOMAIN}`, name: 'The Shop' } })
    expectFolded(headers)
    expect(headers).to.include(`Message-ID: <0192d3a0-0000-7000-8000-000000000001@${DOMAIN}>\r\n`)
  })

  it('has Feedback-ID and the way to unsubscribe on one line each', () => {
    const headers = head()
    expect(headers).to.match(/^Feedback-ID: [\w-]+:[\w-]+:MARKETING:posthorn\r$/m)
    expect(headers).to.match(/^List-Unsubscribe: <https:[^\r]+>\r$/m)
  })

  for (const name of ['References', 'Reply-To', 'In-Reply-To', 'List-Id', 'Feedback-ID']) {
    it(`has no empty line for a long word in ${name}`, () => {
      expectFolded(head({ headers: { [name]: `<${'r'.repeat(90)}@example.com> <${'s'.repeat(90)}@example.com>` } }))
    })
  }
})
