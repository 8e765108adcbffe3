import { expect } from 'chai'
import { portablePattern } from '../../../../gateway/http/openapi/portable-pattern.js'

const CASES: string[] = [
  String.raw`^\d{4}$`,
  String.raw`^[\w.-]+$`,
  String.raw`^[^\s<>]+$`,
  String.raw`\S`,
  String.raw`^\D\W$`,
  String.raw`^\\d[\]\d]$`,
  String.raw`^[[\w]x\w$`,
  '^[a-z]+$',
]

describe('portablePattern', () => {
  for (const source of CASES) {
    it(`matches the same texts as ${source}, without the escapes of classes`, () => {
      const portable = portablePattern(source)
      expect(portable.replaceAll('\\\\', '')).not.to.match(/\\[dDwWsS]/)
      const [given, made] = [new RegExp(source), new RegExp(portable)]
      const characters = Array.from({ length: 0x3100 }, (_, code) => String.fromCharCode(code))
      const texts = [
        ...characters.flatMap((one) => [one, `${one}x`, `x${one}`, `${one}1`]),
        '2026',
        'a.b-c',
        '\\d1',
        '\ufeff',
      ]
      expect(texts.filter((text) => given.test(text) !== made.test(text))).to.deep.equal([])
    })
  }

  it('refuses a negated class inside of a class', () => {
    expect(() => portablePattern(String.raw`[\S]`)).to.throw('in a class')
    expect(() => portablePattern(String.raw`a[b\D]`)).to.throw('in a class')
  })
})
