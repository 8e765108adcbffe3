import { expect } from 'chai'
import * as fc from 'fast-check'
import { domainToASCII } from 'node:url'
import PostalMime, { type Email } from 'postal-mime'
import { composeHtml, type HtmlMessage } from '../../support/compose-html.js'
import { isAddress } from '../../../models/domain/addresses.js'
import { runs } from '../../support/runs.js'

const EMAIL_ID = '0192d3a0-0000-7000-8000-000000000001'
const message = (changes: Partial<HtmlMessage>): HtmlMessage => ({
  emailId: EMAIL_ID,
  projectId: 'project-1',
  sourceType: 'WORKFLOW',
  type: 'MARKETING',
  from: { address: 'shop@example.com' },
  to: { address: 'ann@example.com' },
  subject: 'Hello',
  html: '<p>Hello</p>',
  ...changes,
})

const PIECES = [
  ['word ', 'a'.repeat(70), 'Ünlang', 'مرحبا بالعالم ', '\u202Eright to left\u202C', '漢字', '👩‍👩‍👧‍👦', '🎉'],
  ['e\u0301', '"quoted"', "o'clock", 'a, b; c: d', '<x@example.org>', '(note)', '\\', '=?UTF-8?Q?x?=', '=', '  '],
  ['\t', '%0d%0aBcc: victim@example.org', '&amp;'],
].flat()
const HARD_TEXTS = [
  ['Grüße aus 東京 🎉', 'x'.repeat(5_000), '漢'.repeat(2_000), 'word '.repeat(900).trim(), `a${' '.repeat(2_000)}b`],
  ['=?UTF-8?B?SGVsbG8=?=', 'He said "yes", \\o/', 'x <evil@example.org>'],
].flat()
const EVIL = [
  ['\r\nBcc: victim@example.org\r\n', '\nBcc: victim@example.org', '\rBcc: x', '\r\n\r\n<b>', '\0', '\u2028'],
  ['\u0085', '\v'],
].flat()

const textOf = (pieces: string[], max: number): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 20 })), { maxLength: max })
    .map((parts) => parts.join('').replaceAll(/\p{Cs}/gu, ''))
const text = textOf(PIECES, 40)
const evilText = textOf([...PIECES, ...EVIL, ...EVIL], 12)

const domain = fc.constantFrom('example.com', 'bücher.example', '例え.テスト', 'a.b.c.example', 'xn--bcher-kva.example')
const address = fc
  .tuple(
    fc.constantFrom('ann', 'jürgen', 'o.brien', "o'brien+tag", '用户', 'a!#$%&*=?^_`{|}~b', 'x'.repeat(60)),
    domain,
  )
  .map(([local, host]) => `${local}@${host}`)
  .filter(isAddress)

const HTML = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          ['<p>Grüße</p>', '\n', '\r\n', '\r', '.', '\n.\n', '=3D', 'From here', '\t', '   ', 'x'.repeat(3_000)],
          ['漢'.repeat(400), '<a href="https://example.com/?a=1&b=2">link</a>', '--'],
        ].flat(),
      ),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join('').replaceAll(/[\p{Cs}\0]/gu, ''))

const compose = async (changes: Partial<HtmlMessage>): Promise<{ written: string; email: Email }> => {
  const raw = await composeHtml(message(changes))
  return { written: raw.toString('latin1'), email: await PostalMime.parse(raw) }
}
const headOf = (written: string): string[] => written.split('\r\n\r\n')[0]!.split('\r\n')
const namesOf = (email: Email): string[] => email.headers.map(({ key }) => key)

/** What a header can hold of a text: one line, without control characters. */
const oneLine = (value: string): string => value.replaceAll(/\r\n|[\p{Cc}\u2028\u2029]/gu, ' ').trim()
const inAscii = (value = ''): string => {
  const at = value.lastIndexOf('@') + 1
  return value.slice(0, at) + domainToASCII(value.slice(at))
}

function expectLegal(written: string): void {
  expect(written).to.not.match(/[^\r]\n|\r[^\n]/)
  for (const line of written.split('\r\n')) expect(line.length, line.slice(0, 80)).to.be.at.most(998)
}

/** A line above 78 is allowed only where it has no place to fold. */
function expectFolded(head: string[]): void {
  const lines = head.map((line) => Buffer.from(line, 'latin1').toString())
  const long = lines.filter((line) => line.length > 78 && !/^list-/i.test(line))
  for (const line of long) expect(line.replace(/^[\w-]+: | /, ''), line).to.not.match(/ /)
}

describe('any message, parsed again', () => {
  it('has the given subject, with any characters', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (subject) => {
        const { written, email } = await compose({ subject })
        expect(email.subject ?? '').to.equal(oneLine(subject))
        expectLegal(written)
        expectFolded(headOf(written))
      }),
      { ...runs(100), examples: HARD_TEXTS.map((subject) => [subject]) },
    )
  })

  it('has one mailbox in From and one in To, with the given names', async () => {
    await fc.assert(
      fc.asyncProperty(address, address, text, text, async (from, to, fromName, toName) => {
        const { written, email } = await compose({
          from: { address: from, name: fromName },
          to: { address: to, name: toName },
          replyTo: from,
        })
        const shown = (name: string): string => oneLine(name).replaceAll(/ {2,}/g, ' ').replaceAll('=?', '= ?')
        const cut = (name: string): string =>
          shown(name)
            .slice(0, 255)
            .replace(/[\uD800-\uDBFF]$/, '')
            .trim()
        expect([inAscii(email.from?.address), email.from?.name]).to.deep.equal([inAscii(from), cut(fromName)])
        expect(email.to?.map(({ address, name }) => [inAscii(address), name])).to.deep.equal([
          [inAscii(to), cut(toName)],
        ])
        expect(email.replyTo?.map(({ address }) => inAscii(address))).to.deep.equal([inAscii(from)])
        expectLegal(written)
        expectFolded(headOf(written))
      }),
      { ...runs(100), examples: HARD_TEXTS.map((name) => ['shop@example.com', 'ann@example.com', '', name]) },
    )
  })

  it('has the given bodies, with the line ends of mail', async () => {
    const withLineEnds = (body: string): string => body.replaceAll(/\r\n?|\n/g, '\n')
    await fc.assert(
      fc.asyncProperty(HTML, HTML, async (html, plain) => {
        const { written, email } = await compose({ html, text: plain })
        expect(withLineEnds(email.html ?? '').replace(/\n+$/, '')).to.equal(
          (withLineEnds(html) || ' ').replace(/\n+$/, ''),
        )
        expect(withLineEnds(email.text ?? '').replace(/\n+$/, '')).to.equal(
          (withLineEnds(plain) || ' ').replace(/\n+$/, ''),
        )
        expectLegal(written)
      }),
      runs(100),
    )
  })

  it('has the given custom headers and files', async () => {
    const content = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
    await fc.assert(
      fc.asyncProperty(text, text, content, async (value, name, bytes) => {
        const filename =
          oneLine(name)
            .replaceAll(/["/\\]/g, '')
            .slice(0, 200)
            .replaceAll(/\p{Cs}/gu, '') || 'file'
        const { written, email } = await compose({
          headers: { 'X-Note': `x${value}` },
          attachments: [
            { filename, contentType: 'application/octet-stream', disposition: 'attachment', content: bytes },
          ],
        })
        const [file] = email.attachments
        expect(Buffer.from(file?.content as ArrayBuffer).equals(bytes)).to.equal(true)
        expect(file?.filename?.trim()).to.equal(filename.replaceAll('=?', '= ?').trim())
        expect(email.headers.filter(({ key }) => key === 'x-note')).to.have.length(1)
        expectLegal(written)
      }),
      runs(100),
    )
  })

  it('has the headers of the service and no other, with line breaks in any field', async () => {
    const { email: plain } = await compose({
      sourceType: 'TRANSACTIONAL',
      replyTo: 'a@example.com',
      unsubscribeUrl: 'https://example.com/u',
      headers: { 'X-Note': 'x' },
    })
    const expected = namesOf(plain)
    await fc.assert(
      fc.asyncProperty(evilText, evilText, evilText, async (a, b, c) => {
        const { written, email } = await compose({
          projectId: a,
          sourceType: b,
          from: { address: 'shop@example.com', name: a },
          to: { address: 'ann@example.com', name: b },
          replyTo: `a@example.com${c.includes('\r') || c.includes('\n') ? c : ''}`,
          subject: `s${c}`,
          unsubscribeUrl: `https://example.com/u${a}`,
          headers: { 'X-Note': `x${b}` },
          attachments: [
            {
              filename: c || 'f',
              contentType: 'text/plain',
              contentId: a,
              disposition: 'attachment',
              content: Buffer.from('a'),
            },
          ],
        })
        expect(namesOf(email).filter((name) => !name.startsWith('content-'))).to.have.members(
          expected.filter((name) => !name.startsWith('content-')),
        )
        expect(email.bcc).to.equal(undefined)
        expect(email.to).to.have.length(1)
        expect(email.html?.trim()).to.equal('<p>Hello</p>')
        expectLegal(written)
      }),
      runs(100),
    )
  })

  it('has one Message-ID, which names the email at the sender domain', async () => {
    await fc.assert(
      fc.asyncProperty(address, async (from) => {
        const { email } = await compose({ from: { address: from }, headers: { 'message-ID': '<other@example.org>' } })
        const host = inAscii(from).slice(inAscii(from).lastIndexOf('@') + 1)
        expect(namesOf(email).filter((name) => name === 'message-id')).to.have.length(1)
        expect(email.messageId).to.equal(`<${EMAIL_ID}@${host}>`)
        expect(email.headers.find(({ key }) => key === 'x-email-id')?.value).to.equal(EMAIL_ID)
      }),
      runs(100),
    )
  })
})
