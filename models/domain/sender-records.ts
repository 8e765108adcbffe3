/** What a DNS record of a sender domain is for. */
export type RecordPurpose = 'OWNERSHIP' | 'DKIM' | 'MAIL_FROM' | 'SPF' | 'DMARC'

/** A record that a sender domain needs in DNS, or should have. */
export interface SenderRecord {
  type: 'CNAME' | 'MX' | 'TXT'
  name: string
  value: string
  /** Of an MX record. */
  priority?: number
  purpose: RecordPurpose
  /** Whether the domain counts as verified only with it. */
  required: boolean
}

/** What DNS has under a name, by the type of the record. */
export type DnsAnswer =
  | { type: 'TXT'; texts: readonly string[] }
  | { type: 'CNAME'; aliases: readonly string[] }
  | { type: 'MX'; exchangers: readonly { name: string; priority: number }[] }

const MX_PRIORITY = 10

/**
 * By this record a project shows that the domain is its own: an identity at SES belongs to the account of all projects.
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
 * The records of a domain at SES: Easy DKIM, and those of its MAIL FROM domain where it has one of its own.
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

/** The names of SES that the records of a domain lead to. */
export interface SesNames {
  dkimTokens: readonly string[]
  mailFromDomain: string | null
  feedbackHost: string
}

/** The records of a domain whose mail we sign ourselves: one for each key (RFC 6376, 3.6.2). */
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

// RFC 7489. A policy that the domain has already stays.
function dmarcRecord(domain: string): SenderRecord {
  return { type: 'TXT', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none;', purpose: 'DMARC', required: false }
}

/** The name by which a record is remembered as found. */
export function recordKey({ type, name, value }: SenderRecord): string {
  // A name may have two TXT records of ours while a key is being replaced.
  return `${type} ${name} ${value}`
}

/** Whether DNS has a record, in any of the spellings that mean the same. */
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

// RFC 6376, 3.6.1: the tags stand in any order, `v` and `k` may be left out, and the key may have spaces in it.
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
