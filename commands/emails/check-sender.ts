import { domainOf } from '../../models/domain/addresses.js'
import { AppError } from '../../models/domain/errors.js'
import { SenderDomain } from '../../models/sender-domain.js'

const TEST_DOMAIN = /(^|\.)(localhost|test)$|^example\.com$/

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
    suggestion: 'Add the domain and its DNS records, or send from a verified one.',
  })
}

/** The subset of the addresses that a project may send from, by the same rule. */
export async function sendersAllowed(
  projectId: string,
  addresses: readonly string[],
  allowTestDomains: boolean,
): Promise<Set<string>> {
  const isTest = (address: string): boolean => allowTestDomains && TEST_DOMAIN.test(domainOf(address))
  const domains = new Set(addresses.filter((address) => !isTest(address)).map(domainOf))
  const verified =
    domains.size === 0
      ? []
      : await SenderDomain.distinct('domain', { projectId, domain: { $in: [...domains] }, verified: true })
  return new Set(addresses.filter((address) => isTest(address) || verified.includes(domainOf(address))))
}
