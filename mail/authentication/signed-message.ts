const END_OF_HEADER = /\r?\n\r?\n/
const LARGEST_HEADER = 128 * 1024
// The verifier reads these fields in more than linear time. Honest fields are far shorter than `LONGEST_SLOW_FIELD`.
const SLOW_FIELDS = /^(?:from|content-type|dkim-signature)$/i
const LONGEST_SLOW_FIELD = 4_096
// The verifier also handles each line that ends in a bare LF on its own.
const MOST_BARE_LINES = 20_000
// Each signature costs a question to DNS and a verification. Honest messages have two or three.
const MAX_SIGNATURES = 10
const [CR, LF] = [0x0d, 0x0a]
const ARC = /^arc-/i
const SIGNATURE = /^dkim-signature$/i
// RFC 6376, 8.2: anyone may have added the text after the signed length.
const SIGNED_LENGTH = /[;:\s]l[ \t\r\n]*=/

/** The part of a message that is examined. */
export interface SignedMessage {
  /**
   * The message without fields that prove nothing here: ARC, signatures of a part of the body, and signatures beyond
   * the limit.
   */
  bytes: Buffer
  fromFields: number
}

/** Reads the header of a message for its examination; null for a message that would take the verifier too long. */
export function readSignedMessage(raw: Buffer): SignedMessage | null {
  const head = raw.toString('latin1', 0, LARGEST_HEADER)
  const end = END_OF_HEADER.exec(head)
  const header = end ? head.slice(0, end.index) : head
  if (!end && raw.length > LARGEST_HEADER) return null
  const fields = fieldsOf(header)
  if (fields.some((field) => field.length > LONGEST_SLOW_FIELD && SLOW_FIELDS.test(nameOf(field)))) return null
  if (hasManyBareLines(raw)) return null
  let signatures = 0
  const kept = fields.filter((field) => {
    const name = nameOf(field)
    if (ARC.test(name)) return false
    if (!SIGNATURE.test(name)) return true
    if (SIGNED_LENGTH.test(field)) return false
    signatures += 1
    return signatures <= MAX_SIGNATURES
  })
  return {
    bytes: Buffer.concat([
      Buffer.from(kept.join(''), 'latin1'),
      raw.subarray(header.length + (end ? lineEnd(end[0]) : 0)),
    ]),
    fromFields: kept.filter((field) => nameOf(field).toLowerCase() === 'from').length,
  }
}

function hasManyBareLines(raw: Buffer): boolean {
  let bare = 0
  for (let at = raw.indexOf(LF); at !== -1 && bare <= MOST_BARE_LINES; at = raw.indexOf(LF, at + 1)) {
    if (raw[at - 1] !== CR) bare += 1
  }
  return bare > MOST_BARE_LINES
}

function lineEnd(ending: string): number {
  return ending.startsWith('\r') ? 2 : 1
}

function nameOf(field: string): string {
  return field.slice(0, Math.max(0, field.indexOf(':'))).trim()
}

/** The fields of a header, each with its continuation lines and the end of its last line. */
function fieldsOf(header: string): string[] {
  const fields: string[] = []
  let from = 0
  for (let at = header.indexOf('\n'); at !== -1; at = header.indexOf('\n', at + 1)) {
    if (header[at + 1] === ' ' || header[at + 1] === '\t') continue
    fields.push(header.slice(from, at + 1))
    from = at + 1
  }
  const last = header.slice(from)
  return last === '' ? fields : [...fields, `${last}\r\n`]
}
