import type { Reply } from './reply.js'

/** What a server offers beyond plain SMTP. */
export interface Extensions {
  /** Several commands may go in one write (RFC 2920). */
  pipelining: boolean
  /** Bytes above 127 in the content (RFC 6152). */
  eightBitMime: boolean
  /** Addresses beyond ASCII (RFC 6531). */
  smtpUtf8: boolean
  /** Delivery status notifications (RFC 3461). */
  dsn: boolean
  startTls: boolean
  /** Whether the size of a message may be declared (RFC 1870), and the largest one. */
  size: boolean
  sizeLimitBytes: number | null
  /** The ways to log in; null where the server offers no login. */
  auth: string[] | null
}

/** The extensions of a server without EHLO. Such a server may accept a login, which only an attempt shows. */
export const NO_EXTENSIONS: Extensions = {
  pipelining: false,
  eightBitMime: false,
  smtpUtf8: false,
  dsn: false,
  startTls: false,
  size: false,
  sizeLimitBytes: null,
  auth: [],
}

/** Reads what a server offers from its answer to EHLO. */
export function readExtensions({ text }: Reply): Extensions {
  const offers = new Map<string, string>()
  const [, ...lines] = text.split('\n')
  for (const line of lines) {
    // Old servers write AUTH=PLAIN.
    const [, name = '', words = ''] = /^\d{3}[ -]([A-Za-z0-9-]+)(?:[ =](.*))?/.exec(line) ?? []
    const key = name.toUpperCase()
    offers.set(key, `${offers.get(key) ?? ''} ${words}`)
  }
  const sizeLimitBytes = Number(offers.get('SIZE') ?? 0)
  const auth = offers.get('AUTH')?.toUpperCase().split(/[ =]/).filter(Boolean)
  return {
    pipelining: offers.has('PIPELINING'),
    eightBitMime: offers.has('8BITMIME'),
    smtpUtf8: offers.has('SMTPUTF8'),
    dsn: offers.has('DSN'),
    startTls: offers.has('STARTTLS'),
    size: offers.has('SIZE'),
    sizeLimitBytes: sizeLimitBytes > 0 ? sizeLimitBytes : null,
    auth: auth ?? null,
  }
}
