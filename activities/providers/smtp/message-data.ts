const CR = 0x0d
const LF = 0x0a
const DOT = 0x2e
const EXTRA_DOT = Buffer.from('.')
const LINE_END = Buffer.from('\r\n')

/**
 * A message as it is sent after DATA, but for its end: with a second dot before a dot that begins a line (RFC 5321,
 * 4.5.2), and with CR LF where a line ends in only one of them, because servers may disagree about where such a message
 * ends. It is the buffer itself when nothing has to change.
 */
export function dataOf(content: Buffer): Buffer {
  const pieces: Buffer[] = []
  let copied = 0
  let cr = next(content, CR, 0)
  let lf = next(content, LF, 0)
  for (let line = 0; line < content.length;) {
    if (content[line] === DOT) {
      pieces.push(content.subarray(copied, line), EXTRA_DOT)
      copied = line
    }
    const end = Math.min(cr, lf)
    if (end === Infinity) break
    const isWhole = lf === cr + 1
    line = isWhole ? lf + 1 : end + 1
    if (!isWhole) {
      pieces.push(content.subarray(copied, end), LINE_END)
      copied = line
    }
    if (cr < line) cr = next(content, CR, line)
    if (lf < line) lf = next(content, LF, line)
  }
  if (pieces.length === 0) return content
  return Buffer.concat([...pieces, content.subarray(copied)])
}

/** The text that ends a message with this data. */
export function endOf(data: Buffer): string {
  return data.at(-1) === LF ? '.\r\n' : '\r\n.\r\n'
}

function next(content: Buffer, byte: number, from: number): number {
  const at = content.indexOf(byte, from)
  return at < 0 ? Infinity : at
}
