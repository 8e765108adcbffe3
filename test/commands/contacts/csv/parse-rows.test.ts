import { expect } from 'chai'
import { findHeader } from '../../../../commands/contacts/csv/find-header.js'
import { parseRows } from '../../../../commands/contacts/csv/parse-rows.js'
import { AppError } from '../../../../models/domain/errors.js'
import type { CsvRow } from '../../../../models/domain/import-row.js'

/** All rows of a file, read in parts of a size; a part that holds no whole row is doubled. */
function rowsOf(content: Buffer, partBytes = content.length, maxRows = 500): CsvRow[] {
  const { delimiter, startBytes } = findHeader(content)
  const rows: CsvRow[] = []
  let [from, afterRow] = [startBytes, 1]
  for (let sizeBytes = partBytes; ;) {
    const bytes = content.subarray(from, from + sizeBytes)
    const isEnd = from + sizeBytes >= content.length
    const parsed = parseRows({ bytes, isEnd, delimiter, afterRow }, maxRows)
    rows.push(...parsed.rows)
    if (isEnd && parsed.rows.length === 0) return rows
    sizeBytes = parsed.rows.length === 0 ? sizeBytes * 2 : partBytes
    from += parsed.sizeBytes
    afterRow = parsed.lastRow
  }
}

const cellsOf = (text: string): (string[] | null)[] => rowsOf(Buffer.from(text)).map(({ cells }) => cells)

describe('the beginning of a CSV file', () => {
  const headers: [string, string, string, string[]][] = [
    ['commas', 'email,plan\n', ',', ['email', 'plan']],
    ['semicolons', 'plan;email;x\n', ';', ['plan', 'email', 'x']],
    ['tabs', 'email\tplan\n', '\t', ['email', 'plan']],
    ['commas in a name', 'email;"a,b,c";d\n', ';', ['email', 'a,b,c', 'd']],
    ['more commas than semicolons', 'email;name, first, second, third\n', ';', ['email', 'name, first, second, third']],
    ['one column', 'email', ',', ['email']],
    ['a byte order mark', '\uFEFFemail;plan\r\n', ';', ['email', 'plan']],
    ['a quoted name with a line break', '"first\nname",email\n', ',', ['first\nname', 'email']],
    ['old line ends', 'email,plan\rada@example.com,pro\r', ',', ['email', 'plan']],
    ['blank lines before it', '\n\r\nemail,plan\n', ',', ['email', 'plan']],
  ]
  for (const [what, text, delimiter, header] of headers) {
    it(`is understood with ${what}`, () => {
      expect(findHeader(Buffer.from(text))).to.deep.include({ delimiter, header })
    })
  }

  const refused: [string, Buffer, RegExp][] = [
    ['nothing in it', Buffer.alloc(0), /empty/],
    ['nothing but a byte order mark', Buffer.from('\uFEFF'), /empty/],
    ['nothing but blank lines', Buffer.from('\n\n'), /empty/],
    ['UTF-16', Buffer.from('\uFEFFemail,plan\n', 'utf16le'), /UTF-8/],
    ['Latin-1', Buffer.from('email,größe\n', 'latin1'), /UTF-8/],
    ['a quotation mark that is not closed', Buffer.from('"email,plan\nada@example.com'), /quotation marks/],
    ['a header without an end', Buffer.from(`email,${'x'.repeat(300_000)}`), /too long/],
  ]
  for (const [what, content, message] of refused) {
    it(`is refused with ${what}`, () => {
      expect(() => findHeader(content))
        .to.throw(AppError, message)
        .with.property('code', 'BAD_REQUEST')
    })
  }
})

describe('the rows of a CSV file', () => {
  it('may have quoted delimiters, line breaks and quotation marks, and any line ends', () => {
    const text = 'email,a\r\nx,"1,2"\r\ny,"line\r\nbreak"\nz,"say ""hi"""\rw,\r\n'
    expect(cellsOf(text)).to.deep.equal([
      ['x', '1,2'],
      ['y', 'line\r\nbreak'],
      ['z', 'say "hi"'],
      ['w', ''],
    ])
  })

  it('are numbered as a spreadsheet shows them, blank lines counted', () => {
    const rows = rowsOf(Buffer.from('email\na\n\n\r\nb\n"c\nc"\nd'))
    expect(rows.map(({ row, cells }) => [row, cells?.[0]])).to.deep.equal([
      [2, 'a'],
      [5, 'b'],
      [6, 'c\nc'],
      [7, 'd'],
    ])
  })

  it('with broken quotation marks are bad by themselves and take no other row along', () => {
    const broken = ['a"b,1', '"a"b,1', 'c,"never closed']
    const text = `email,n\nx,1\n${broken[0]}\ny,2\n${broken[1]}\nz,3\n\n${broken[2]}\nw,4\nv,5\n`
    const rows = rowsOf(Buffer.from(text)).map(({ row, cells }) => [row, cells])
    expect(rows).to.deep.equal([
      [2, ['x', '1']],
      [3, null],
      [4, ['y', '2']],
      [5, null],
      [6, ['z', '3']],
      [8, null],
      [9, ['w', '4']],
      [10, ['v', '5']],
    ])
  })

  it('are the same however the file is cut into parts', () => {
    const text =
      '\uFEFFemail,a,b\r\nx1,"größe 😀, ""x""","line\r\nbreak"\r\nx2,1,2\n\n\r\nbad"row,1,2\r\nx3,"",\r\n' +
      'x4,"open,1\r\nx5,5,5\r\nx6,"a"b,6\r\nx7,7,7\r\n\r\n'
    const content = Buffer.from(text)
    const whole = rowsOf(content)
    expect(whole.map(({ cells }) => cells?.[0] ?? null)).to.deep.equal(['x1', 'x2', null, 'x3', null, 'x5', null, 'x7'])
    for (let partBytes = 1; partBytes <= content.length; partBytes += 1) {
      for (const maxRows of [1, 2, 500]) {
        expect(rowsOf(content, partBytes, maxRows), `${partBytes} bytes`).to.deep.equal(whole)
      }
    }
  })

  it('end where the part holds no whole row any more', () => {
    const bytes = Buffer.from('a,1\nb,2\nc,3')
    const parsed = parseRows({ bytes, isEnd: false, delimiter: ',', afterRow: 1 }, 500)
    expect(parsed).to.deep.include({ sizeBytes: 8, lastRow: 3 })
    expect(parsed.rows).to.have.length(2)
  })
})
