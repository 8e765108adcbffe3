import { expect } from 'chai'
import * as fc from 'fast-check'
import { encode, wrap } from 'nodemailer/lib/qp'
import { encodePiece, encodeValue, wrapLines } from '../../../mail/compiled/quoted-printable.js'
import { runs } from '../../support/runs.js'

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'word ',
        '\r\n',
        '=',
        '.',
        'x'.repeat(74),
        'x'.repeat(25),
        '漢字',
        '🎉',
        'é',
        '\t',
        ' ',
        ',',
        '!?',
      ),
      fc.string({ unit: 'grapheme', maxLength: 30 }).map((part) => part.replaceAll(/[\r\n]/g, '')),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

describe('the soft line breaks of a compiled campaign', () => {
  it('stand where nodemailer sets them', () => {
    fc.assert(
      fc.property(text, (written) => {
        const encoded = encode(written)
        if (encoded.length > 76) expect(wrapLines(encoded)).to.equal(wrap(encoded))
      }),
      runs(500),
    )
  })

  it('are the same for lines that are wrapped one by one', () => {
    fc.assert(
      fc.property(text, (written) => {
        const encoded = encode(written)
        const lines = encoded.split(/(?<=\r\n)/).map(wrapLines)
        expect(lines.join('')).to.equal(wrapLines(encoded))
      }),
      runs(500),
    )
  })
})

describe('a text encoded in pieces', () => {
  it('is what it is in one piece, with a word between them', () => {
    fc.assert(
      fc.property(text, text, fc.constantFrom('Ann', 'Jürgen Müller', '=3D', '漢字 🎉'), (before, after, word) => {
        const pieces = encodePiece(before, false) + encodeValue(word) + encodePiece(after, true)
        expect(pieces).to.equal(encode(before + word + after))
      }),
      runs(500),
    )
  })
})
