import { takeRandomBytes } from '../../runtime/random-bytes.js'

/** A part of a message with its headers, as a list of ASCII strings and buffers. */
export type Part = (string | Buffer)[]

const BOUNDARY_BYTES = 12

/** Parts that belong together (RFC 2046, 5.1). */
export function multipart(kind: 'mixed' | 'alternative' | 'related', parts: Part[]): Part {
  // No line of quoted-printable or base64 begins with `--=_`.
  const boundary = `=_${takeRandomBytes(BOUNDARY_BYTES).toString('hex')}`
  const delimited = parts.flatMap((part) => [`--${boundary}\r\n`, ...part, '\r\n'])
  return [`Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n`, ...delimited, `--${boundary}--\r\n`]
}

/** A body that is already in quoted-printable. */
export function bodyPart(kind: 'plain' | 'html', encoded: string): Part {
  const type = `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`
  // Some clients treat an empty part as a missing one, but every message has both.
  return [type, encoded || '=20']
}
