/** A decoded text. It is open where its bytes break off before they lead back to ASCII, or within a character. */
export interface StatefulText {
  text: string
  isOpen: boolean
}

type Decode = (bytes: Buffer) => StatefulText

/**
 * The decoder of a character set in which escapes decide how the bytes behind them are read; null for any other. The
 * name is in lower case. Of these, the Encoding standard knows ISO-2022-JP alone.
 */
export function statefulDecoderOf(name: string): Decode | null {
  if (/^(?:cs)?iso-?2022-?jp(?:-?[123])?$/.test(name)) return decodeIso2022Jp
  return DECODERS.get(name) ?? null
}

// RFC 1468: a text ends in ASCII or in the Roman set of JIS.
const decodeIso2022Jp: Decode = (bytes) => {
  const at = bytes.lastIndexOf('\x1b')
  return {
    text: new TextDecoder('iso-2022-jp').decode(bytes),
    isOpen: at >= 0 && !['(B', '(J'].includes(bytes.toString('latin1', at + 1, at + 3)),
  }
}

// RFC 1557. The designation of the second set stands at the beginning of a text, and says nothing more.
const decodeIso2022Kr: Decode = (bytes) => {
  const pieces = bytes
    .toString('latin1')
    .replaceAll('\x1b$)C', '')
    // oxlint-disable-next-line no-control-regex -- the shifts
    .split(/([\x0e\x0f\n])/)
  return decodeShifted(pieces, { begin: '\x0e', ends: ['\x0f', '\n'], charset: 'euc-kr' })
}

// RFC 1843. A line end leads back to ASCII.
const decodeHz: Decode = (bytes) => {
  const pieces = bytes.toString('latin1').split(/(~[~{}\n]|\n)/)
  return decodeShifted(pieces, { begin: '~{', ends: ['~}', '\n'], charset: 'gbk' })
}

interface Shifts {
  begin: string
  ends: readonly string[]
  /** The character set of the shifted bytes with their highest bit set. */
  charset: string
}

const SHOWN = new Map([
  ['\n', '\n'],
  ['~~', '~'],
])

/** Decodes texts and the shifts between them, in turn. */
function decodeShifted(pieces: readonly string[], { begin, ends, charset }: Shifts): StatefulText {
  const decoder = new TextDecoder(charset)
  let text = ''
  let isOpen = false
  for (const [index, piece] of pieces.entries()) {
    if (index % 2 === 0) {
      text += isOpen ? decoder.decode(Buffer.from(piece, 'latin1').map(withHighBit)) : piece
    } else {
      isOpen = piece === begin || (isOpen && !ends.includes(piece))
      text += SHOWN.get(piece) ?? ''
    }
  }
  return { text, isOpen }
}

function withHighBit(byte: number): number {
  return byte > 0x20 && byte < 0x7f ? byte | 0x80 : byte
}

// RFC 2152. The end of a text ends a run of base64.
const decodeUtf7: Decode = (bytes) => {
  let isOpen = false
  const latin1 = bytes.toString('latin1')
  const text = latin1.replace(/\+([A-Za-z0-9+/]*)(-?)/g, (run, base64: string, minus: string, at: number) => {
    const units = Buffer.from(base64, 'base64')
    const isLast = minus === '' && at + run.length === latin1.length
    isOpen = isLast && (base64 === '' || !isWholeUtf16(units, base64.length))
    if (base64 === '') return '+'
    return units
      .subarray(0, units.length & ~1)
      .swap16()
      .toString('utf16le')
  })
  return { text, isOpen }
}

// A run has less than six bits beyond its last unit (RFC 2152), and the first half of a pair needs the second.
function isWholeUtf16(units: Buffer, characters: number): boolean {
  const isUnit = (characters * 6) % 16 < 6
  const lead = units.length >= 2 ? units.readUInt16BE((units.length & ~1) - 2) : 0
  return isUnit && (lead < 0xd800 || lead > 0xdbff)
}

const DECODERS = new Map<string, Decode>([
  ['iso-2022-kr', decodeIso2022Kr],
  ['csiso2022kr', decodeIso2022Kr],
  ['hz', decodeHz],
  ['hz-gb-2312', decodeHz],
  ['utf-7', decodeUtf7],
  ['utf7', decodeUtf7],
  ['unicode-1-1-utf-7', decodeUtf7],
])
