import { GATHERED_BY_SHARD, projectsOf } from '../../../models/by-shard.js'
import { domainToASCII } from 'node:url'
import { groupBy } from '../../../models/domain/group-by.js'
import { domainOf } from '../../../models/domain/addresses.js'
import { AppError } from '../../../models/domain/errors.js'
import { SenderDomain } from '../../../models/sender-domain.js'
import { batchCalls } from '../../../runtime/concurrency/batch-calls.js'

const TEST_DOMAIN = /(^|\.)(localhost|test)$|^example\.com$/

const MAX_BATCH = 100

/** A sender address that a project wants to use. */
interface SenderClaim {
  projectId: string
  address: string
  /** Allows the reserved names of RFC 2606 and RFC 6761, so that a first send works without a domain. */
  allowTestDomains: boolean
}

/** Checks that the exact domain of a sender address is verified in the project. Throws DOMAIN_NOT_VERIFIED. */
export async function checkSender({ projectId, address, allowTestDomains }: SenderClaim): Promise<void> {
  const allowed = await sendersAllowed(projectId, [address], allowTestDomains)
  if (allowed.has(address)) return
  const domain = domainOf(address)
  throw new AppError('DOMAIN_NOT_VERIFIED', `The domain ${domain} is not verified in this project`, {
    details: { reason: 'DOMAIN_NOT_VERIFIED', domain },
    suggestion: 'Add the domain and its DNS records, or send from a verified domain',
  })
}

/** Checks that the domain of a sender address, also that of a template, is one of a key's. Throws FORBIDDEN. */
export function requireDomainAmong(domains: readonly string[], address: string): void {
  const domain = storedDomainOf(address)
  if (domains.includes(domain)) return
  throw new AppError('FORBIDDEN', `This API key is not allowed to send from ${domain}`, {
    details: { reason: 'SENDER_DOMAIN', field: 'from', domain, domains },
  })
}

/** The addresses from which a project may send, by the rule of `checkSender`. */
export async function sendersAllowed(
  projectId: string,
  addresses: readonly string[],
  allowTestDomains: boolean,
): Promise<Set<string>> {
  const domains = domainsToVerify(addresses, allowTestDomains)
  const verified = domains.length === 0 ? new Set<string>() : await verifiedAmong({ projectId, domains })
  return sendersAllowedWith(verified, addresses, allowTestDomains)
}

/** The domains of sender addresses that must be verified. */
export function domainsToVerify(addresses: readonly string[], allowTestDomains: boolean): string[] {
  return [...new Set(addresses.filter((address) => !isTest(address, allowTestDomains)).map(storedDomainOf))]
}

/** The addresses from which a project may send when `verified` are its verified domains. */
export function sendersAllowedWith(
  verified: ReadonlySet<string>,
  addresses: readonly string[],
  allowTestDomains: boolean,
): Set<string> {
  const isVerified = (address: string): boolean => verified.has(storedDomainOf(address))
  return new Set(addresses.filter((each) => isTest(each, allowTestDomains) || isVerified(each)))
}

// Domains are stored in punycode.
function storedDomainOf(address: string): string {
  const domain = domainOf(address)
  return domainToASCII(domain) || domain
}

function isTest(address: string, allowTestDomains: boolean): boolean {
  return allowTestDomains && TEST_DOMAIN.test(domainOf(address))
}

/** The verified domains among `domains`. Concurrent requests share a query. */
const verifiedAmong = batchCalls<{ projectId: string; domains: string[] }, ReadonlySet<string>>({
  ...GATHERED_BY_SHARD,
  maxBatch: MAX_BATCH,
  concurrencyPerKey: 2,
  async run(requests) {
    const domains = [...new Set(requests.flatMap((each) => each.domains))]
    const filter = { projectId: projectsOf(requests), domain: { $in: domains }, verified: true }
    const found = groupBy(
      await SenderDomain.find(filter, { _id: 0, projectId: 1, domain: 1 }).lean(),
      ({ projectId }) => projectId,
    )
    return requests.map(({ projectId }) => new Set(found.get(projectId)?.map(({ domain }) => domain)))
  },
})
