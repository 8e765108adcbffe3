import { domainOf } from '../../domain/addresses.js'
import { AppError } from '../../domain/errors.js'
import { SenderDomain } from '../../sender-domain.js'

const TEST_DOMAIN = /(^|\.)(localhost|test)$|^example\.com$/

/** Who wants to send from which address. */
interface SenderClaim {
  projectId: string
  address: string
  /** Admits names that can never be real (RFC 2606 and RFC 6761), so that a newcomer's first send works. */
  allowTestDomains: boolean
}

/** Makes sure that the exact domain of a sender address is verified in the project. Throws DOMAIN_NOT_VERIFIED. */
export async function checkSender(claim: SenderClaim): Promise<void> {
  if (await maySendFrom(claim)) return
  const domain = domainOf(claim.address)
  throw new AppError('DOMAIN_NOT_VERIFIED', `The domain ${domain} is not verified in this project`, {
    details: { reason: 'DOMAIN_NOT_VERIFIED', domain },
    suggestion: 'Add the domain and its DNS records, or send from a verified one.',
  })
}

/** Whether a project may send from this address, by the same rule. */
export async function maySendFrom({ projectId, address, allowTestDomains }: SenderClaim): Promise<boolean> {
  const domain = domainOf(address)
  if (allowTestDomains && TEST_DOMAIN.test(domain)) return true
  return (await SenderDomain.exists({ projectId, domain, verified: true })) !== null
}
