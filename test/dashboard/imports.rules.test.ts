import { expect } from 'chai'
import * as fc from 'fast-check'
import { columnsOption, errorOfPlan, firstPlan } from '../../dashboard/pages/contacts/import/column-plan.js'
import { recogniseFormat, type FileFormat } from '../../dashboard/pages/contacts/import/file-format.js'
import { draftOf } from '../../dashboard/pages/contacts/import/import-draft.js'
import { readPasted } from '../../dashboard/pages/contacts/import/pasted-rows.js'
import { slicesOf } from '../../dashboard/pages/contacts/import/read-slices.js'
import { RowReader } from '../../dashboard/pages/contacts/import/row-reader.js'
import {
  countAddresses,
  readBeginning,
  recogniseFile,
  surveyFile,
} from '../../dashboard/pages/contacts/import/survey-file.js'
import { recogniseEncoding } from '../../dashboard/shared/encoding.js'
import { parseRows } from '../../commands/lifecycle/imports/csv/parse-rows.js'
import { MAX_ROW_BYTES } from '../../models/domain/import-row.js'
import { trimText } from '../../models/domain/trim-text.js'
import { runs } from '../support/runs.js'

const CSV: FileFormat = { kind: 'csv', encoding: 'utf-8', delimiter: ',', isNamed: false }
const signal = new AbortController().signal

const fileOf = (content: string | Uint8Array<ArrayBuffer>): Blob => new Blob([content])

function rowsOf(pieces: readonly Uint8Array[], format: FileFormat = CSV): string[][] {
  const rows: string[][] = []
  const reader = new RowReader(format, ({ cells }) => rows.push(cells))
  for (const piece of pieces) reader.push(piece)
  reader.end()
  return rows
}

function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
}

function rowsOnServer(bytes: Buffer): string[][] {
  const { rows } = parseRows({ bytes, isEnd: true, delimiter: ',', afterRow: 0 }, 1_000)
  return rows.map(({ cells, readable = [] }) => (cells ?? readable).map(trimText))
}

describe('a file of an import in the browser', () => {
  const encoder = new TextEncoder()
  const anyText = fc.array(fc.constantFrom('a', 'é', '😀', '"', ',', '\r', '\n', ' ', '\uFEFF', 'x,y\r\n', '"q""\n"'))

  it('has the same rows wherever it is cut into slices', () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.nat(), { maxLength: 8 }), (words, places) => {
        const bytes = encoder.encode(words.join(''))
        expect(rowsOf(cut(bytes, places))).to.deep.equal(rowsOf([bytes]))
      }),
      runs(100),
    )
  })

  it('has the same rows as on the server, also with broken quotation marks', () => {
    const cell = fc.array(fc.constantFrom('a', 'é', ',', '"', '""', '\n', '\r\n', ' b', '|'), { maxLength: 5 })
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 }), (rows) => {
        const bytes = Buffer.from(rows.map((cells) => cells.map((one) => one.join('')).join(',')).join('\r\n'))
        expect(rowsOf([bytes])).to.deep.equal(rowsOnServer(bytes))
      }),
      runs(200),
    )
  })

  it('continues behind a quotation mark that is never closed, as the server does', async () => {
    const text = 'email,plan\na@b.co,"pro\nb@c.co,pro\nnobody,pro\nc@d.co,5\n'
    const file = fileOf(text)
    const rows = rowsOf([Buffer.from(text)])
    expect(rows).to.deep.equal(rowsOnServer(Buffer.from(text)))
    expect(rows).to.have.lengthOf(5)
    const survey = await surveyFile(file, CSV, { signal })
    expect(survey.rows).to.equal(4)
    const counts = await countAddresses(file, CSV, { signal, addressOf: ([email = '']) => email })
    expect(counts).to.deep.equal({ invalid: 2, double: 0 })
  })

  it('ends a row that is longer than a row may be with its line', () => {
    const long = `a@b.co,"${'x'.repeat(MAX_ROW_BYTES)}`
    const bytes = encoder.encode(`email,note\n${long}\nb@c.co,y\n`)
    expect(rowsOf(cut(bytes, [100_000, 900_000])).map(([email]) => email)).to.deep.equal(['email', undefined, 'b@c.co'])
  })

  it('can have quotation marks inside cells, text after a closing mark, blank rows and any line ends', () => {
    const bytes = encoder.encode('\uFEFFemail,name\r\n\r\n , \na@b.co,24" TV\r"b@c.co" ,"x" y\n"c@d.co","two\nlines"')
    expect(rowsOf([bytes])).to.deep.equal([
      ['email', 'name'],
      ['a@b.co', '24" TV'],
      ['b@c.co', '"x" y'],
      ['c@d.co', 'two\nlines'],
    ])
  })

  for (const [title, text, delimiter] of [
    ['commas', 'email,name;first\n', ','],
    ['semicolons', 'email;name\n', ';'],
    ['tabs', 'email\tname, first\n', '\t'],
    ['the line of Excel', 'sep=|\nemail|a,b,c\n', '|'],
  ] as const) {
    it(`is recognised with ${title} between its cells`, async () => {
      expect(recogniseFormat(text, 'utf-8')).to.include({ kind: 'csv', delimiter })
      const file = fileOf(text)
      const { header } = await readBeginning(file, await recogniseFile(file))
      expect(header[0]).to.equal('email')
    })
  }

  it('is recognised by its encoding, also where it begins as UTF-8 does', async () => {
    const utf16 = Uint8Array.from([0xff, 0xfe, 0x65, 0])
    expect(recogniseEncoding(utf16)).to.equal('utf-16le')
    expect(recogniseEncoding(encoder.encode('größe').slice(0, 3))).to.equal('utf-8')
    const latin = Uint8Array.from([0x65, 0x6d, 0x61, 0x69, 0x6c, 0x0a, 0xfc])
    expect(recogniseEncoding(latin)).to.equal('windows-1252')
    expect(await surveyFile(fileOf(latin), CSV, { signal })).to.include({ isOfEncoding: false })
  })

  it('is recognised as JSON lines, and read by its lines', async () => {
    const file = fileOf('{"email":"a@b.co"}\r\n\n{"email":"c@d.co"}')
    const format = await recogniseFile(file)
    expect(format.kind).to.equal('ndjson')
    expect((await readBeginning(file, format)).rows).to.deep.equal([['{"email":"a@b.co"}'], ['{"email":"c@d.co"}']])
  })

  it('is counted completely: its rows, the types of its columns, and its invalid and repeated addresses', async () => {
    const file = fileOf('email,age,code\na@b.co,5,01\nA@b.co,6,2\nnobody,7,\n')
    const { rows, types } = await surveyFile(file, CSV, { signal })
    expect({ rows, types }).to.deep.equal({ rows: 3, types: ['string', 'number', 'string'] })
    const counts = await countAddresses(file, CSV, { signal, addressOf: ([email = '']) => email })
    expect(counts).to.deep.equal({ invalid: 1, double: 1 })
    const latin = fileOf(new Uint8Array([...Buffer.from('email\na@b.co\n'), 0xe9]))
    expect(await countAddresses(latin, CSV, { signal, addressOf: ([email = '']) => email })).to.equal(null)
  })

  it('is read in slices of bounded size', async () => {
    const sizes: number[] = []
    for await (const slice of slicesOf(fileOf('x'.repeat(25)), 10)) sizes.push(slice.length)
    expect(sizes).to.deep.equal([10, 10, 5])
  })
})

describe('the columns of an import', () => {
  it('keep their chosen meanings, and the options, when the file is read again in another encoding', () => {
    const file = new File([], 'people.csv')
    const read = (header: string[], from: File = file) => ({
      file: from,
      format: CSV,
      beginning: { header, rows: [] },
      isReread: false,
    })
    const first = draftOf(read(['email', 'Gr\uFFFD\uFFFDe', 'Plan', 'Note']), [], null)
    const options = { ...first.options, subscribed: false }
    const chosen = { ...first, options, plan: ['email', first.plan[1]!, 'data.tier', null] as const }
    const again = draftOf(read(['email', 'Größe', 'Plan', 'Note']), [], chosen)
    expect(again.plan).to.deep.equal(['email', 'data.Größe', 'data.tier', null])
    expect(again.options.subscribed).to.equal(false)
    const other = draftOf(read(['email', 'Plan'], new File([], 'others.csv')), [], chosen)
    expect([other.plan, other.options.subscribed]).to.deep.equal([['email', 'data.Plan'], true])
  })

  it('are matched by their names, the fields of the project, and their first cells', () => {
    const header = ['E-Mail', 'Plan', 'status', 'unsub_time', '', 'data.score', 'Notes']
    const rows = [['ada@example.com', 'pro', 'active', '', 'x', '5', 'hello']]
    const plan = firstPlan(header, rows, ['data.plan'])
    expect(plan).to.deep.equal(['email', 'data.plan', 'subscribed', 'unsubscribed', null, 'data.score', 'data.Notes'])
    expect(JSON.parse(columnsOption(header, plan) ?? '')).to.deep.equal({
      'E-Mail': 'email',
      Plan: 'data.plan',
      status: 'subscribed',
      unsub_time: 'unsubscribed',
    })
    expect(errorOfPlan(header, plan)).to.equal(null)
  })

  it('need no parameter when their names are sufficient', () => {
    expect(columnsOption(['email', 'subscribed', 'plan'], ['email', 'subscribed', 'data.plan'])).to.equal(undefined)
  })

  it('are refused as the API refuses them', () => {
    expect(errorOfPlan(['email', 'mail'], ['email', 'email'])).to.match(/both email and mail are mapped to email/i)
    expect(errorOfPlan(['email', 'a', 'b'], ['email', 'data.x', 'data.x'])).to.match(/two columns/i)
    expect(errorOfPlan(['email', 'plan'], [null, 'data.plan'])).to.match(/email column/i)
    expect(errorOfPlan(['email', 'email'], ['email', 'email'])).to.match(/more than once/i)
  })
})

describe('pasted rows', () => {
  const textOf = async (text: string, hasHeader?: boolean): Promise<[boolean | null, string]> => {
    const pasted = readPasted(text, hasHeader)
    return [pasted.hasHeader, await pasted.file.text()]
  }

  it('of a spreadsheet name their delimiter, so that commas in cells are none', async () => {
    const rows = 'Email\tNotes\na@example.com\tone, two, three'
    expect(await textOf(rows)).to.deep.equal([true, `sep=\t\n${rows}`])
    expect(await recogniseFile(readPasted(rows).file)).to.include({ kind: 'csv', delimiter: '\t', isNamed: true })
  })

  it('get a row of names where the first one has an address, unless the user says otherwise', async () => {
    const rows = 'Ada\tada@example.com\r\nBob\tbob@example.com'
    expect(await textOf(rows)).to.deep.equal([false, `sep=\t\nColumn 1\temail\n${rows}`])
    expect(await textOf(rows, true)).to.deep.equal([true, `sep=\t\n${rows}`])
    expect(await textOf('a@example.com\nb@example.com')).to.deep.equal([false, 'email\na@example.com\nb@example.com'])
    expect(await textOf('name;email\nx;a@example.com')).to.deep.equal([true, 'name;email\nx;a@example.com'])
  })

  it('may be JSON Lines', async () => {
    expect(await textOf('{"email":"a@example.com"}')).to.deep.equal([null, '{"email":"a@example.com"}'])
  })
})
