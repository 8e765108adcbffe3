import { encode, wrap } from 'nodemailer/lib/qp'

// RFC 2045, 6.7 allows 76 characters, and the soft line break takes one of them.
const LINE_LENGTH = 75
// Characters that stand for themselves. A blank does so only where no line ends after it.
const LITERAL = /^[\x20-\x3c\x3e-\x7e]*$/

/** Both bodies of a message in quoted-printable, on lines of at most 76 characters. */
export interface EncodedBodies {
  html: string
  text: string
}

/** Encodes both bodies of a message. */
export function encodeBodies({ html, text }: { html: string; text: string }): EncodedBodies {
  return { html: encodeText(html), text: encodeText(text) }
}

/** A text in quoted-printable. A lone CR or LF becomes CR LF, because some servers refuse it (RFC 5321, 2.3.8). */
export function encodeText(text: string): string {
  return wrap(encode(text.replaceAll(/\r\n?|\n/g, '\r\n')), LINE_LENGTH)
}

/** A value in quoted-printable, for a place between two soft line breaks. */
export function encodeValue(value: string): string {
  if (!LITERAL.test(value)) return wrap(encode(value), LINE_LENGTH)
  let encoded = value.slice(0, LINE_LENGTH)
  for (let at = LINE_LENGTH; at < value.length; at += LINE_LENGTH) {
    encoded += `=\r\n${value.slice(at, at + LINE_LENGTH)}`
  }
  return encoded
}
