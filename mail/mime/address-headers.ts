import { domainToASCII } from 'node:url'
import MimeNode from 'nodemailer/lib/mime-node'
import { domainOf } from '../../models/domain/addresses.js'
import { foldLine } from './fold-line.js'
import { oneLine } from './header-text.js'
import type { Mailbox } from './message-input.js'

const LONGEST_NAME = 255
// Most names and addresses need neither quotes nor another alphabet. For them, the library's work would be most of the
// cost of a message's headers.
const USUAL_NAME = /^\w+(?: \w+)*$/
const USUAL_ADDRESS = /^[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*@(?:(?!xn--)[a-z0-9-]+\.)+[a-z]{2,}$/

/** The line of a header that holds one mailbox. */
export function mailboxLine(header: 'From' | 'To' | 'Reply-To', { address, name = '' }: Mailbox): string {
  const value = USUAL_ADDRESS.test(address) && name.length <= LONGEST_NAME ? usual(name, address) : null
  // The library does not parse a mailbox given as an object, so that a name cannot become an address.
  const encoded =
    value ?? MimeNode.encodeHeaderValue(header, { name: shownName(name), address: encodeAddress(address) })
  return encoded === '' ? '' : `${foldLine(`${header}: ${encoded}`)}\r\n`
}

/** The address for the wire. Its domain is in ASCII (RFC 5890), unless the local part needs SMTPUTF8 anyway. */
export function encodeAddress(address: string): string {
  if (USUAL_ADDRESS.test(address)) return address
  const clean = oneLine(address).replaceAll(/[\s<>]/g, '')
  const domain = domainOf(clean)
  const local = clean.slice(0, clean.length - domain.length)
  return /^[\x21-\x7e]*$/.test(local) ? local + (domainToASCII(domain) || domain) : clean
}

function usual(name: string, address: string): string | null {
  if (name === '') return address
  return USUAL_NAME.test(name) ? `${name} <${address}>` : null
}

// Readers decode encoded words even between quotes, so a name must not look like one.
function shownName(name: string): string {
  const shown = oneLine(name).replaceAll(/ {2,}/g, ' ').replaceAll('=?', '= ?')
  return shown
    .slice(0, LONGEST_NAME)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}
