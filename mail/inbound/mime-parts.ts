import { beginsField, fieldOf, readFields, type HeaderField } from './header-fields.js'
import { readParameter } from './parameters.js'

// Mail programs write a handful of parts. A message beyond these limits was made to exhaust its reader.
const MAX_PARTS = 1_000
const MAX_DEPTH = 20
const MAX_DASH_LINES = 200_000
// RFC 2046, 5.1.1 allows 70.
const MAX_BOUNDARY_LENGTH = 200

const LF = 10
const CR = 13
const SPACE = 32
const TAB = 9
const MAX_FIELD_NAME_BYTES = 1_000
const DASHES = '--'

/** A part of a message (RFC 2045), or the message itself. */
export interface MimePart {
  fields: HeaderField[]
  /** In lower case, without parameters, such as `text/plain`. */
  type: string
  /** The value of Content-Type with its parameters. */
  typeField: string
  /** The body, still in its transfer encoding; empty for a multipart that was divided into `parts`. */
  body: Buffer
  parts: MimePart[]
}

interface Splitting {
  raw: Buffer
  /** The offsets of the lines that begin with two dashes. Some of these lines are delimiters. */
  dashes: number[]
  parts: number
  faults: Set<string>
}

/**
 * Divides a message into its parts. The function never throws: it reads malformed parts as mail programs do, and names
 * the faults in `faults`. The time is linear in the size of the message, because each line is compared with at most 20
 * delimiters. An attached message is one part, which is not read further.
 */
export function splitMessage(message: Buffer, faults: Set<string>): MimePart {
  const raw = withLineFeeds(message)
  const dashes: number[] = []
  let end = raw.length
  let at = raw.indexOf(DASHES) === 0 ? 0 : nextDashes(raw, 0)
  while (at >= 0) {
    if (dashes.length === MAX_DASH_LINES) {
      faults.add('The message has too many lines that could begin a part; the rest was left out.')
      end = at
      break
    }
    dashes.push(at)
    at = nextDashes(raw, at)
  }
  return readPart(
    { raw, dashes, parts: 0, faults },
    { from: findHeader(raw), to: end },
    { depth: 0, defaultType: 'text/plain' },
  )
}

/** A range of the message's bytes. */
interface Range {
  from: number
  to: number
}

function nextDashes(raw: Buffer, at: number): number {
  const found = raw.indexOf('\n--', at)
  return found < 0 ? -1 : found + 1
}

// Some old systems end lines with a carriage return alone.
function withLineFeeds(message: Buffer): Buffer {
  if (message.includes(LF) || !message.includes('\r')) return message
  return Buffer.from(message.map((byte) => (byte === CR ? LF : byte)))
}

function readPart(split: Splitting, range: Range, place: { depth: number; defaultType: string }): MimePart {
  split.parts += 1
  const { head, body } = headAndBody(split.raw, range)
  const fields = readFields(split.raw.subarray(head.from, head.to))
  const typeField = fieldOf(fields, 'content-type') ?? ''
  const type = normaliseType(typeField) ?? place.defaultType
  const leaf = { fields, type, typeField, body: split.raw.subarray(body.from, body.to), parts: [] }
  if (!type.startsWith('multipart/')) return leaf
  if (place.depth === MAX_DEPTH) {
    split.faults.add(`Parts nested deeper than ${MAX_DEPTH} levels were left out.`)
    return { ...leaf, body: Buffer.alloc(0) }
  }
  const ranges = childrenOf(split, body, readParameter(typeField, 'boundary'))
  // A multipart that cannot be divided is still readable as text.
  if (ranges.length === 0) return { ...leaf, type: 'text/plain' }
  const defaultType = type === 'multipart/digest' ? 'message/rfc822' : 'text/plain'
  const parts: MimePart[] = []
  for (const child of ranges) {
    if (split.parts >= MAX_PARTS) {
      split.faults.add(`The message has more than ${MAX_PARTS} parts; the rest was left out.`)
      break
    }
    parts.push(readPart(split, child, { depth: place.depth + 1, defaultType }))
  }
  return { ...leaf, body: Buffer.alloc(0), parts }
}

/** The type of a Content-Type field in lower case; null for a malformed one (RFC 2045, 5.2). */
function normaliseType(field: string): string | null {
  const type = /^\s*([\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100})/.exec(field)?.[1]
  return type?.toLowerCase() ?? null
}

// A block whose first line is not a field has no header: the whole block is the body.
function headAndBody(raw: Buffer, { from, to }: Range): { head: Range; body: Range } {
  let at = from
  while (at < to) {
    const feed = raw.indexOf(LF, at)
    const next = feed < 0 || feed >= to ? to : feed + 1
    const line = raw.subarray(at, next)
    if (isBlank(line)) return { head: { from, to: at }, body: { from: next, to } }
    if (at === from && !beginsHeader(line)) return { head: { from, to: from }, body: { from, to } }
    at = next
  }
  return { head: { from, to }, body: { from: to, to } }
}

function beginsHeader(line: Buffer): boolean {
  return line.subarray(0, 5).toString('latin1') === 'From ' || beginsField(line)
}

/**
 * The place where a message's header begins, after the blank lines and blanks that faulty programs write before it;
 * `from` where no header follows. Only a whole message is read this way: a part may have an empty header, which is a
 * blank line.
 */
export function findHeader(raw: Buffer, from = 0): number {
  let at = from
  while (raw[at] === LF || raw[at] === CR || raw[at] === SPACE || raw[at] === TAB) at += 1
  const line = raw.subarray(at, at + MAX_FIELD_NAME_BYTES)
  return beginsHeader(line) ? at : from
}

function isBlank(line: Buffer): boolean {
  return line[0] === LF || (line[0] === CR && line[1] === LF)
}

function childrenOf(split: Splitting, body: Range, boundary: string | null): Range[] {
  const name = boundary?.trimEnd()
  if (!name || name.length > MAX_BOUNDARY_LENGTH) {
    split.faults.add('A multipart has no boundary; it was read as text.')
    return []
  }
  const { ranges, isClosed } = delimit(split, body, Buffer.from(name))
  if (ranges.length === 0) split.faults.add('A multipart contains no parts; it was read as text.')
  else if (!isClosed) split.faults.add('The message ends before its last boundary.')
  return ranges
}

function delimit(split: Splitting, body: Range, boundary: Buffer): { ranges: Range[]; isClosed: boolean } {
  const ranges: Range[] = []
  let from: number | null = null
  for (let index = lowerBound(split.dashes, body.from); index < split.dashes.length; index += 1) {
    const at = split.dashes[index] ?? body.to
    if (at >= body.to) break
    const delimiter = delimiterAt(split.raw, at, { boundary, to: body.to })
    if (!delimiter) continue
    if (from !== null) ranges.push({ from, to: withoutLineEnd(split.raw, from, at) })
    if (delimiter.isLast) return { ranges, isClosed: true }
    if (ranges.length > MAX_PARTS) return { ranges, isClosed: true }
    from = delimiter.next
  }
  if (from !== null) ranges.push({ from, to: body.to })
  return { ranges, isClosed: false }
}

function delimiterAt(
  raw: Buffer,
  at: number,
  { boundary, to }: { boundary: Buffer; to: number },
): { isLast: boolean; next: number } | null {
  const after = at + DASHES.length + boundary.length
  if (after > to || boundary.compare(raw, at + DASHES.length, after) !== 0) return null
  const feed = raw.indexOf(LF, after)
  const end = feed < 0 || feed > to ? to : feed
  const rest = raw.toString('latin1', after, Math.min(end, after + MAX_BOUNDARY_LENGTH)).trim()
  if (rest !== '' && rest !== DASHES) return null
  return { isLast: rest === DASHES, next: Math.min(end + 1, to) }
}

// The line end before a delimiter belongs to the delimiter (RFC 2046, 5.1.1).
function withoutLineEnd(raw: Buffer, from: number, at: number): number {
  let end = at
  if (end > from && raw[end - 1] === LF) end -= 1
  if (end > from && raw[end - 1] === CR) end -= 1
  return end
}

function lowerBound(sorted: number[], least: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}
