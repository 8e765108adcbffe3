import { isAscii } from 'node:buffer'
import type { Extensions } from './extensions.js'
import { SmtpError } from './smtp-errors.js'

/** Who sends a message to whom, and the id by which a bounce names it. */
export interface Envelope {
  id: string
  from: string
  to: string
}

/** The commands before the content of a message. */
export interface EnvelopeCommands {
  mail: string
  rcpt: string
}

/**
 * The commands of an envelope for this server. Throws SmtpError for an address that could end the line, and for a
 * message that the server says it cannot take.
 */
export function commandsOf({ id, from, to }: Envelope, content: Buffer, offers: Extensions): EnvelopeCommands {
  if (!isSafe(from) || !isSafe(to) || to === '') throw new SmtpError('EENVELOPE', 'An address cannot be written')
  const isBeyondAscii = !isPlain(from) || !isPlain(to)
  if (isBeyondAscii && !offers.smtpUtf8) {
    throw new SmtpError('EENVELOPE', 'The server takes no addresses beyond ASCII')
  }
  const { sizeLimitBytes } = offers
  if (sizeLimitBytes !== null && content.length > sizeLimitBytes) {
    throw new SmtpError('EMESSAGE', `The server takes messages up to ${sizeLimitBytes} bytes`)
  }
  let mail = `MAIL FROM:<${from}>`
  if (isBeyondAscii) mail += ' SMTPUTF8'
  if (offers.eightBitMime && !isAscii(content)) mail += ' BODY=8BITMIME'
  if (offers.size) mail += ` SIZE=${content.length}`
  // ENVID makes a bounce name the email, and NOTIFY=FAILURE asks for no other notices (RFC 3461).
  if (offers.dsn) mail += ` RET=HDRS ENVID=${xtext(id)}`
  return { mail: `${mail}\r\n`, rcpt: `RCPT TO:<${to}>${offers.dsn ? ' NOTIFY=FAILURE' : ''}\r\n` }
}

// Anything else would end the address, the line, or the command of a lenient server.
const UNSAFE = /[\p{Cc}\u2028\u2029<> ]/u

function isSafe(address: string): boolean {
  return !UNSAFE.test(address)
}

const PLAIN = /^[\x21-\x7e]*$/

function isPlain(address: string): boolean {
  return PLAIN.test(address)
}

/** RFC 3461, 4: printable ASCII but for `+` and `=`, all else in hexadecimal. */
function xtext(text: string): string {
  return text.replaceAll(/[^\x21-\x2a\x2c-\x3c\x3e-\x7e]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `+${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  )
}
