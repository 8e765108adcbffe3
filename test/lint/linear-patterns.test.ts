import { expect } from 'chai'
import { refusedLines } from './refused-lines.js'

/** Patterns that take more than linear time on some text. Those of the first group stood in this repository. */
const REFUSED = {
  'that readers of mail, links and answers had': String.raw`
    /\s+$/
    /\.+$/
    /[.:]+$/
    /^[\t\n\f\r ]+|[\t\n\f\r ]+$/g
    /\s+\([^()]*\)\s*$/
    /\s*\([^()]*\)\s*$/
    /\*.*$/
    /=+[^A-Za-z0-9+/]*/
    /^\d{3}[ -]([A-Za-z0-9-]+)[ =]?(.*)$/
    /(?:^|\.)([a-z]{2}(?:-[a-z]+)+-\d+)\.(?:[a-z0-9-]+\.)*(?:amazonaws|awsapps)\.com\.?$/i
    /<head[^>]*>/i
    /[^\s@<>]+@[^\s@<>]+/g
    /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/
    /^(.+?)\1+$/s
    /(?:\r?\n)+$/
  `,
  'with a repetition that is tried again from each place in it': String.raw`
    /x+y/
    /x*y/
    /[a-z]+\d/
    /\d+%/g
    /a|b+c/
    /(?:ab)+c/
    /.*;/
    /[^]*?;/
    /^x+y/m.source === '' || /\n+x/m
    /x{1,5000}y/
    /x{2,}y/
    /<[^>]+>/
    /"[^']*'/
    /\{\{.*\}\}/
  `,
  'with repetitions that can share characters': String.raw`
    /^\s*\s*/
    /^a*b*a*$/
    /^\w+\d+x/
    /^[ \t]*\s+$/
    /^(?:\w+,?)+$/
  `,
  'with a repetition of repetitions': String.raw`
    /^(a+)+$/
    /^(?:a|a)*$/
    /^(?:\w|\d-?|\d)*;/
    /^(?:\s*\w*)*$/
    /^(\d+,?)*;$/
  `,
}

const ALLOWED = {
  'that begin where the text begins': String.raw`
    /^\s+/
    /^\s*\w+$/
    /^[\w.-]+@[a-z]+$/
    /^x+y/
    /^(?:[a-z]+\.)*[a-z]+$/
  `,
  'that cannot fail after their repetition': String.raw`
    /\s+/g
    /[^\w]+/
    /=[^A-Za-z0-9+/]*/
    /,.*/
    /\r?\n/
  `,
  'whose beginning cannot stand in their repetition': String.raw`
    /<[^<>]*>/
    /"[^"]*"/
    /;\s*charset=([^;]+)/
    /\bid=([\w.:-]{1,128})/i
    /;\s*(?:\([^()]*\)\s*)?([^\s=;"()]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^\s;"]+))/g
  `,
  'with a low limit, or without a repetition': String.raw`
    /\s{0,20}$/
    /[a-z]{1,64}@/
    /a|b|c/
    /\d\d:\d\d/
  `,
  'that are tried at one place alone': String.raw`
    /x+y/y
    /\bx+y/
    /(?<!\s)\s+$/
  `,
}

const BOUNDED = [
  'const MAX_NAME_LENGTH = 100',
  "import { MAX_HOST_LENGTH } from './limits.js'",
  'export const trailing = (text) => text.slice(0, MAX_NAME_LENGTH).replace(/x+$/, "") // bounded by MAX_NAME_LENGTH',
  '// The host is bounded by MAX_HOST_LENGTH.',
  'export const host = /x+y/',
].join('\n')

const BUILT = [
  'const WORD = "[a-z]+"',
  'const WORDS = ["a", "b"]',
  'export const known = new RegExp(`^${WORD}$`)',
  '// linear: words between ^ and $.',
  'export const words = new RegExp(`^(?:${WORDS.join("|")})$`)',
].join('\n')

/** Modules that are refused as a whole: one fault each. */
const REFUSED_MODULES: Record<string, string> = {
  'a bound that is no constant of the module': 'export const a = /x+y/ // bounded by MAX_ELSEWHERE',
  'a bound without a name': 'const MAX_A = 1\nexport const a = /x+y/ // the text is short\nexport { MAX_A }',
  'a bound on another line': '// bounded by MAX_A\nconst MAX_A = 1\n\nexport const a = [MAX_A, /x+y/]',
  'a slow pattern that is built of constants': 'const A = "x+"\nexport const a = new RegExp(`${A}y`)',
  'a slow pattern in a text': 'export const a = RegExp("x+y", "g")',
  'a slow pattern that a method makes of a text': 'export const a = (text) => text.search("x+y")',
  'a pattern that is built, without a reason': 'export const a = (words) => new RegExp(words.join("|"))',
}

const linesOf = (table: string): string[] =>
  table
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
const moduleOf = (patterns: string[]): string => patterns.map((one, at) => `export const a${at} = ${one}\n`).join('')

describe('the lint rule on patterns', () => {
  const tables = { ...REFUSED, ...ALLOWED }
  let found: Map<string, number[]>

  before(async function () {
    this.timeout(120_000)
    const ofTables = Object.entries(tables).map(([name, table]) => [name, moduleOf(linesOf(table))])
    found = await refusedLines('linear-patterns', {
      ...Object.fromEntries(ofTables),
      ...REFUSED_MODULES,
      bounded: BOUNDED,
      built: BUILT,
    })
  })

  for (const [name, table] of Object.entries(REFUSED)) {
    it(`refuses patterns ${name}`, () => {
      expect(linesOf(table).filter((_, at) => !found.get(name)?.includes(at + 1))).to.deep.equal([])
    })
  }

  for (const [name, table] of Object.entries(ALLOWED)) {
    it(`allows patterns ${name}`, () => {
      expect(linesOf(table).filter((_, at) => found.get(name)?.includes(at + 1))).to.deep.equal([])
    })
  }

  for (const name of Object.keys(REFUSED_MODULES)) {
    it(`refuses ${name}`, () => expect(found.get(name)).to.have.lengthOf(1))
  }

  it('allows a pattern whose text is bounded by a constant of the module', () => {
    expect(found.get('bounded')).to.deep.equal([])
  })

  it('allows a pattern that is built of constants, and one with a reason', () => {
    expect(found.get('built')).to.deep.equal([])
  })
})
