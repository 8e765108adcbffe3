import { expect } from 'chai'
import * as fc from 'fast-check'
import { addressesIn } from '../../dashboard/pages/segments/addresses.js'
import { isAddress, normaliseAddress } from '../../models/domain/addresses.js'
import { runs } from '../support/runs.js'

const [ANN, BOB] = ['ann@example.com', 'bob@b.example']

const table: [text: string, addresses: string[], leftOut?: string[]][] = [
  ["Sean O'Brien <o'brien@example.com>; ann@example.com. mailto:bob@b.example", ["o'brien@example.com", ANN, BOB]],
  // Mail programs.
  ['"Doe, John" <john@x.example>; "Lee, Ann" <ann@example.com>', ['john@x.example', ANN]],
  ['<ann@example.com>,<bob@b.example>', [ANN, BOB]],
  ["'ann@example.com' 'bob@b.example'", [ANN, BOB]],
  ['Ann Lee [ann@example.com], [SMTP:bob@b.example]', [ANN, BOB]],
  ['To:ann@example.com; E-Mail: bob@b.example', [ANN, BOB]],
  ['EMAIL;TYPE=INTERNET:ann@example.com', [ANN]],
  // Spreadsheets and tables.
  ['Ann\tann@example.com\t2026\r\nBob\tbob@b.example\t2027', [ANN, BOB]],
  ['"Ann","@ann","ann@example.com"', [ANN], ['@ann']],
  ['Ann|ann@example.com|2026', [ANN]],
  ['|ann@example.com|bob@b.example|', [ANN, BOB]],
  ['ann@example.com/bob@b.example', [ANN, BOB]],
  ['[{"email":"ann@example.com"},{\'email\':\'bob@b.example\'}]', [ANN, BOB]],
  // Texts of several scripts.
  ['Write to ann@example.com, or bob@b.example! And? (ann@example.com).', [ANN, BOB]],
  ['“ann@example.com” «bob@b.example» ‚c@c.example‘ „d@d.example“', [ANN, BOB, 'c@c.example', 'd@d.example']],
  ['‘ann@example.com’ ‹bob@b.example›', [ANN, BOB]],
  ['ann@example.com。bob@b.example，c@c.example、d@d.example；', [ANN, BOB, 'c@c.example', 'd@d.example']],
  ['邮箱：ann@example.com！（bob@b.example）＜c@c.example＞【d@d.example】', [ANN, BOB, 'c@c.example', 'd@d.example']],
  ['ann@example.com، bob@b.example؛ c@c.example؟', [ANN, BOB, 'c@c.example']],
  ['ann@example.com। •bob@b.example… – c@c.example', [ANN, BOB, 'c@c.example']],
  // Web pages and Markdown.
  ['[Ann](mailto:ann@example.com?subject=Hi) [Bob](MAILTO:bob@b.example)', [ANN, BOB]],
  ['<a href="mailto:ann@example.com?subject=A&amp;cc=bob@b.example">Ann</a>', [ANN, BOB]],
  ["<a href='mailto:ann@example.com'>a</a><i title='bob@b.example'>b</i>", [ANN, BOB]],
  ['mailto:ann@example.com,bob@b.example?subject=Hi', [ANN, BOB]],
  ['mailto:o%27brien@example.com?to=ann%40example.com', ["o'brien@example.com", ANN]],
  ['*ann@example.com* `bob@b.example` **c@c.example**', [ANN, BOB, 'c@c.example']],
  ['&lt;ann@example.com&gt;&nbsp;bob&#64;b.example', [ANN, BOB]],
  // Invisible characters.
  ['\uFEFF\u200Eann@exam\u00ADple.com\u200B \u2066bob@b.example\u2069', [ANN, BOB]],
  ['ann@example.com\u00A0bob@b.example\u3000c@c.example', [ANN, BOB, 'c@c.example']],
  // What the API takes for an address.
  ['Jörg@Müller.example, δοκιμή@παράδειγμα.example', ['Jörg@Müller.example', 'δοκιμή@παράδειγμα.example']],
  ['ann+tag@example.com a_b-c.d@e.example _x@y.example', ['ann+tag@example.com', 'a_b-c.d@e.example', '_x@y.example']],
  ["a!#$%&'*+/=?^`{|}~b@example.com", ["a!#$%&'*+/=?^`{|}~b@example.com"]],
  ['ann@EXAMPLE.com ann@example.com', ['ann@EXAMPLE.com']],
  // No part of a word is an address, and nothing with an @ is lost.
  ['o’brien@example.com', [], ['o’brien@example.com']],
  ['ann@example.com’s', [], ['ann@example.com’s']],
  ['ann–lee@example.com DOMAIN\\lee@example.com', [], ['ann–lee@example.com', 'DOMAIN\\lee@example.com']],
  ['"ann lee"@example.com, "a@b.example"@c.example', [], ['"ann lee"@example.com', '"a@b.example"@c.example']],
  ['https://ann:x@example.com/ git@example.com:a/b', [], ['https://ann:x@example.com/', 'git@example.com:a/b']],
  ['sip:ann@example.com ann@localhost ann@[192.0.2.1]', [], ['sip:ann@example.com', 'ann@localhost', 'ann@']],
  ['@ann ann@ ann@@example.com', [], ['@ann', 'ann@', 'ann@@example.com']],
  ['ann＠example.com m\uFFFDller@example.com', [], ['ann＠example.com', 'm\uFFFDller@example.com']],
  ['name,address\nNobody', []],
  ['', []],
]

const local = fc
  .array(fc.constantFrom(...Array.from("abz09.-_+'ö名!#$%&*/=?^`{|}~")), { minLength: 1, maxLength: 8 })
  .map((letters) => letters.join(''))
const address = fc
  .tuple(local, fc.constantFrom('example.com', 'b-c.example', 'müller.example', '例え.example'))
  .map(([one, domain]) => `${one}@${domain}`)
  // Signs at the beginning belong to the text around an address.
  .filter((one) => isAddress(normaliseAddress(one)) && /^[\p{L}\p{N}]/u.test(one) && !/['=?:]/.test(one))
const SEPARATORS = [
  ' ',
  '\n',
  '\t',
  ', ',
  ',',
  ';',
  '>, <',
  '。',
  '，',
  '、',
  '；',
  '، ',
  '", "',
  ' “',
  '” ',
  ') (',
  '】【',
]

describe('the addresses of a text', () => {
  for (const [text, addresses, leftOut = []] of table) {
    it(`are found in ${JSON.stringify(text).slice(0, 90)}`, () => {
      expect(addressesIn(text)).to.deep.equal({ addresses, leftOut })
    })
  }

  it('are all found, whatever separates them', () => {
    const list = fc.array(fc.tuple(address, fc.constantFrom(...SEPARATORS)), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(list, (items) => {
        const { addresses, leftOut } = addressesIn(items.flat().join(''))
        const expected = new Set(items.map(([one]) => normaliseAddress(one)))
        expect(new Set(addresses.map(normaliseAddress))).to.deep.equal(expected)
        expect(leftOut).to.deep.equal([])
      }),
      runs(500),
    )
  })

  it('are whole words that the API takes, beside what is left out, also when they are read again', () => {
    const piece = fc.constantFrom(
      ...Array.from('ab1@@@@..-\'"<>()[]{}:;,?!/\\|&=+*_` \n。＠．’“”–·'),
      'mailto:',
      'example.com',
      '://',
      '\u200B',
      '&amp;',
      '%40',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('')
        const { addresses, leftOut } = addressesIn(text)
        for (const one of addresses) expect(isAddress(normaliseAddress(one)), one).to.equal(true)
        expect(addresses.length + leftOut.length > 0, text).to.equal(/[@＠]/.test(text))
        const again = addressesIn([...addresses, ...leftOut].join('\n'))
        expect(again.addresses).to.deep.equal(addresses)
      }),
      runs(1_000),
    )
  })

  it('are read in a time that grows with the text alone', () => {
    const most = 200_000
    for (const unit of ['a', '@', 'a@', "'", '"', ':', '|', '/', 'a@b/', '&', '?', 'mailto:', '.', '<', "='"]) {
      expect(addressesIn(unit.repeat(most)).addresses).to.deep.equal([])
    }
  })
})
