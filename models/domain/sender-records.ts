/** The purpose of a DNS record of a sender domain. */
export type RecordPurpose = 'OWNERSHIP' | 'DKIM' | 'MAIL_FROM' | 'SPF' | 'DMARC'

/** A record that a sender domain needs in DNS, or should have. */
export interface SenderRecord {
  type: 'CNAME' | 'MX' | 'TXT'
  name: string
  value: string
  /** The priority of an MX record. */
  priority?: number
  purpose: RecordPurpose
  /** Whether the domain needs the record to count as verified. */
  required: boolean
}

/** The records of a name in DNS, by type. */
export type DnsAnswer =
  | { type: 'TXT'; texts: readonly string[] }
  | { type: 'CNAME'; aliases: readonly string[] }
  | { type: 'MX'; exchangers: readonly { name: string; priority: number }[] }

const MX_PRIORITY = 10

/**
 * The record by which a project proves that it owns a domain. The proof is needed because an identity at SES belongs to
 * the account of all projects.
 */
export function ownershipRecord(domain: string, token: string): SenderRecord {
  return {
    type: 'TXT',
    name: `_posthorn.${domain}`,
    value: `posthorn-verify=${token}`,
    purpose: 'OWNERSHIP',
    required: true,
  }
}

/**
 * The records of a domain at SES: for Easy DKIM, and for a custom MAIL FROM domain.
 * docs.aws.amazon.com/ses/latest/dg/send-email-authentication-dkim-easy.html, mail-from.html
 */
export function sesRecords(domain: string, { dkimTokens, mailFromDomain, feedbackHost }: SesNames): SenderRecord[] {
  return [
    ...dkimTokens.map((token): SenderRecord => ({
      type: 'CNAME',
      name: `${token}._domainkey.${domain}`,
      value: `${token}.dkim.amazonses.com`,
      purpose: 'DKIM',
      required: true,
    })),
    ...(mailFromDomain === null ? [] : mailFromRecords(mailFromDomain, feedbackHost)),
    dmarcRecord(domain),
  ]
}

function mailFromRecords(name: string, feedbackHost: string): SenderRecord[] {
  return [
    { type: 'MX', name, value: feedbackHost, priority: MX_PRIORITY, purpose: 'MAIL_FROM', required: false },
    { type: 'TXT', name, value: 'v=spf1 include:amazonses.com ~all', purpose: 'SPF', required: false },
  ]
}

/** The names of SES to which the records of a domain point. */
export interface SesNames {
  dkimTokens: readonly string[]
  mailFromDomain: string | null
  feedbackHost: string
}

/** The records of a domain whose mail we sign: one for each key (RFC 6376, 3.6.2). */
export function ownRecords(domain: string, keys: readonly { selector: string; value: string }[]): SenderRecord[] {
  return [
    ...keys.map(({ selector, value }): SenderRecord => ({
      type: 'TXT',
      name: `${selector}._domainkey.${domain}`,
      value,
      purpose: 'DKIM',
      required: true,
    })),
    dmarcRecord(domain),
  ]
}

// RFC 7489. An existing policy of the domain is left in place.
function dmarcRecord(domain: string): SenderRecord {
  return { type: 'TXT', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none;', purpose: 'DMARC', required: false }
}

/** The name by which a found record is stored. */
export function recordKey({ type, name, value }: SenderRecord): string {
  // A name may have two of our TXT records while a key is being replaced.
  return `${type} ${name} ${value}`
}

/** Whether DNS has a record, in any equivalent spelling. */
export function isFound(record: SenderRecord, answer: DnsAnswer): boolean {
  switch (answer.type) {
    case 'CNAME':
      return answer.aliases.some((alias) => sameName(alias, record.value))
    case 'MX':
      return answer.exchangers.some(({ name }) => sameName(name, record.value))
    case 'TXT':
      return answer.texts.some((text) => sameText(record, text))
    default:
      return answer satisfies never
  }
}

function sameName(one: string, other: string): boolean {
  const plain = (name: string): string => name.toLowerCase().replace(/\.$/, '')
  return plain(one) === plain(other)
}

function sameText({ purpose, value }: SenderRecord, text: string): boolean {
  if (purpose === 'OWNERSHIP') return text.trim() === value
  if (purpose === 'DMARC') return /^v=DMARC1\s*(;|$)/i.test(text)
  if (purpose === 'SPF')
    return /^v=spf1\s/i.test(text) && text.toLowerCase().split(/\s+/).includes('include:amazonses.com')
  return keyIn(text) !== null && keyIn(text) === keyIn(value)
}

// RFC 6376, 3.6.1: the tags have any order, `v` and `k` are optional, and the key may contain spaces.
function keyIn(text: string): string | null {
  const tags = new Map(
    text.split(';').map((tag) => {
      const [name = '', ...value] = tag.split('=')
      return [name.trim(), value.join('=').replaceAll(/\s/g, '')] as const
    }),
  )
  if ((tags.get('v') ?? 'DKIM1') !== 'DKIM1' || (tags.get('k') ?? 'rsa') !== 'rsa') return null
  return tags.get('p') || null
}
