import { expect } from 'chai'
import * as fc from 'fast-check'
import PostalMime from 'postal-mime'
import { encodeBody } from '../../../mail/compiled/encode-body.js'
import { encodeValue } from '../../../mail/mime/quoted-printable.js'
import { fillFields, type CompiledText } from '../../../mail/compiled/compiled-text.js'
import { runs } from '../../support/runs.js'

const HEADERS = 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n'

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          ['\r\n', '\n', '=', '.', '\t', ' ', ',', '!?'],
          ['word ', 'x'.repeat(74), 'x'.repeat(25), '漢字', '🎉', 'é'],
        ].flat(),
      ),
      fc.string({ unit: 'grapheme', maxLength: 30 }).map((part) => part.replaceAll(/[\r\n]/g, '')),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))
const value = fc.oneof(
  fc.constantFrom('Ann', 'Jürgen Müller', '=3D', '漢字 🎉', 'x'.repeat(75), 'x'.repeat(76), 'a b '.repeat(100) + 'c'),
  fc.stringMatching(/^[\w-]{1,300}$/),
)
const body: fc.Arbitrary<CompiledText> = fc.array(
  fc.oneof(
    text.filter((part) => part !== ''),
    fc.nat({ max: 3 }),
  ),
  { maxLength: 12 },
)

/** A text as a recipient reads it. */
async function decode(encoded: string): Promise<string | undefined> {
  return (await PostalMime.parse(`${HEADERS}${encoded}\r\n`)).text?.replace(/\n$/, '')
}

describe('a body in quoted-printable', () => {
  it('reads as its parts and its values, on ASCII lines of at most 76 octets', async () => {
    const values = fc.array(value, { minLength: 4, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(body, values, async (text, filled) => {
        const encoded = fillFields(encodeBody(text), filled.map(encodeValue))
        expect(encoded).to.match(/^[\t\r\n -~]*$/)
        for (const line of encoded.split('\r\n')) expect(line.length, line).to.be.at.most(76)
        const expected = fillFields(text, filled).replaceAll('\r\n', '\n')
        expect(await decode(encoded)).to.equal(Buffer.from(expected).toString())
      }),
      runs(200),
    )
  })
})
