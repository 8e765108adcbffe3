import { expect } from 'chai'
import { formatContentType, readContentType } from '../../../models/domain/content-type.js'

describe('readContentType', () => {
  const READ: [text: string, type: string, parameters: Record<string, string>][] = [
    ['application/pdf', 'application/pdf', {}],
    ['Text/Calendar; Charset=utf-8; method=REQUEST', 'text/calendar', { charset: 'utf-8', method: 'REQUEST' }],
    ['text/plain;charset="utf-8"', 'text/plain', { charset: 'utf-8' }],
    ['a/b \t; x=1 ;\ty=2', 'a/b', { x: '1', y: '2' }],
    ['a/b; x="a; b=c, \\"d\\" \\\\"; y=z', 'a/b', { x: 'a; b=c, "d" \\', y: 'z' }],
    ["a/b; name*=utf-8''M%C3%A4rz", 'a/b', { 'name*': "utf-8''M%C3%A4rz" }],
    ['a/b; name=""', 'a/b', { name: '' }],
    ['application/vnd.ms-excel.sheet.macroEnabled.12', 'application/vnd.ms-excel.sheet.macroenabled.12', {}],
  ]
  for (const [text, type, parameters] of READ) {
    it(`reads ${text}`, () => {
      const found = readContentType(text)
      expect(found?.type).to.equal(type)
      expect(Object.fromEntries(found?.parameters ?? [])).to.deep.equal(parameters)
    })
  }

  const REFUSED = [
    ['', 'pdf', 'a/', '/b', 'a/b;', 'a/b; x', 'a/b; x=', 'a/b; =1', 'a/b; x = 1', 'a/b; x=1 2', 'a/b; x="1'],
    ['a/b; x=1"', 'a/b; x="1" 2', 'a/b; x="1\\"', 'a/b x=1', 'a/b, x=1', 'a/b; x=(1)', 'a/b; x=ü', 'a/b; x="ü"'],
    ['a/b; x=1; X=2', 'a/b; x="1"; x=1', 'a/b; x="1\r\nBcc: c@example.com"', 'a/b\r\n', 'a/b\n; x=1', 'a/b; x="\0"'],
    ['a/b; x="\t"', ' a/b', `a/b; x=${'y'.repeat(500)}`],
  ].flat()
  for (const text of REFUSED) {
    it(`refuses ${JSON.stringify(text.slice(0, 40))}`, () => expect(readContentType(text)).to.equal(null))
  }

  it('is written with quotes where a value needs them, and reads the same', () => {
    const text = 'text/x; a=1; b="2 3"; c="\\"\\\\"; d=""'
    const found = readContentType(text)
    expect(found && formatContentType(found)).to.equal(text)
  })
})
