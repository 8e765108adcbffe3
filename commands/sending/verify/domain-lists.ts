import { parse } from 'tldts'
import { AddressList, ADDRESS_LISTS, type AddressListKind } from '../../../models/address-list.js'
import { ALIAS_DOMAINS, MISSPELLINGS, DOMAINS_WITHOUT_USERS } from '../../../models/domain/verification/well-known.js'

// Every gateway uses a refreshed list after this time at most.
const LOOK_EVERY_MS = 60_000

// Services of temporary mailboxes that the package of disposable domains lacks.
const MORE_DISPOSABLE = [
  'tempmail.com',
  'tempmail.net',
  'tempmail.org',
  'tempmail.dev',
  'tempmail.io',
  'temp-mail.io',
  'tempmailaddress.com',
  'throwaway.email',
  'luxusmail.org',
]

// Providers that the package of free-mail domains lacks.
const MORE_PERSONAL = [
  'fastmail.com',
  'aol.de',
  'googlemail.com',
  'tutanota.com',
  'tuta.io',
  'posteo.de',
  'mailbox.org',
]

type Lists = Record<AddressListKind, ReadonlySet<string>>

/** The lists of domains by which addresses are classified. */
export interface DomainLists {
  /** The lists that contain a domain or its registrable domain. */
  kindsOf(domain: string): Promise<ReadonlySet<AddressListKind>>
}

/**
 * Creates the lists. A refreshed list replaces the list that is shipped. The first call of `kindsOf` loads the lists.
 */
export function createDomainLists(): DomainLists {
  let lists: Promise<Lists> | null = null
  let shipped: Promise<Lists> | null = null
  let versionInUse = ''
  let lookedAt = 0

  async function current(): Promise<Lists> {
    shipped ??= shippedLists()
    if (lists === null || Date.now() - lookedAt > LOOK_EVERY_MS) {
      const version = await versionOfLists()
      lookedAt = Date.now()
      if (lists === null || version !== versionInUse) {
        lists = withRefreshed(await shipped)
        versionInUse = version
      }
    }
    return lists
  }

  return {
    async kindsOf(domain) {
      const all = await current()
      const registrable = parse(domain).domain ?? domain
      return new Set(ADDRESS_LISTS.filter((kind) => all[kind].has(domain) || all[kind].has(registrable)))
    },
  }
}

async function shippedLists(): Promise<Lists> {
  // Imported here and not at start, because most gateways never need these large lists.
  const [{ disposableEmailBlocklistSet }, { default: personal }] = await Promise.all([
    import('disposable-email-domains-js'),
    import('email-providers'),
  ])
  const disposable = new Set([...disposableEmailBlocklistSet(), ...MORE_DISPOSABLE])
  const alias = new Set(ALIAS_DOMAINS)
  const isPersonal = (domain: string): boolean =>
    !disposable.has(domain) &&
    !alias.has(domain) &&
    !Object.hasOwn(MISSPELLINGS, domain) &&
    !DOMAINS_WITHOUT_USERS.includes(parse(domain).domain ?? domain) &&
    parse(domain).isIcann === true
  return { disposable, alias, personal: new Set([...personal, ...MORE_PERSONAL].filter(isPersonal)) }
}

async function versionOfLists(): Promise<string> {
  const stored = await AddressList.find({}, { updatedAt: 1 }).sort({ _id: 1 }).lean()
  return stored.map(({ _id, updatedAt }) => `${_id} ${updatedAt.getTime()}`).join()
}

async function withRefreshed(shipped: Lists): Promise<Lists> {
  const stored = await AddressList.find({}).lean()
  return { ...shipped, ...Object.fromEntries(stored.map(({ _id, domains }) => [_id, new Set(domains.split('\n'))])) }
}
