import type { Answer } from '../../api/client.js'

type DomainRecord = Omit<Answer<'GET /domains/:id/verify'>['records'][number], 'answer'>

const TTL_SECONDS = 3_600
// RFC 1035, 3.3: a text is made of strings of at most 255 characters.
const LONGEST_STRING = 255

/** The zones that a domain may belong to at its host: itself, and each domain above it. */
export function zonesOf(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

/** A name as it is typed at a host that adds the zone by itself; `@` for the zone. */
export function nameIn(zone: string | undefined, name: string, atZone: string): string {
  if (zone === undefined) return name
  if (name === zone) return atZone
  return name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : name
}

/** Records as lines of a zone file (RFC 1035, 5.1). */
export function zoneFileOf(records: readonly DomainRecord[]): string {
  return records.map((record) => `${record.name}. ${TTL_SECONDS} IN ${record.type} ${dataOf(record)}\n`).join('')
}

function dataOf({ type, value, priority }: DomainRecord): string {
  if (type === 'TXT') return stringsOf(value).map(quoted).join(' ')
  const host = value.endsWith('.') ? value : `${value}.`
  return type === 'MX' ? `${priority ?? 0} ${host}` : host
}

function stringsOf(text: string): string[] {
  const count = Math.max(1, Math.ceil(text.length / LONGEST_STRING))
  return Array.from({ length: count }, (_, index) => text.slice(index * LONGEST_STRING, (index + 1) * LONGEST_STRING))
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
