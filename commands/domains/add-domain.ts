import { AppError } from '../../models/domain/errors.js'
import { SenderDomain, type SenderDomainRecord } from '../../models/sender-domain.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import type { ProjectDomain } from './allow-domain.js'
import { ensureDkimKey } from './dkim-keys.js'
import { describeDomain, type DescribedDomain } from './records-of.js'
import { mailFromDomainOf, type DomainSetup } from './setup.js'

/**
 * Adds a domain to a project; it is verified once its records are found. What the provider or the keys need is made first,
 * and stays harmless where the domain is then not stored. Throws CONFLICT for a domain that the project has, FORBIDDEN for
 * one that another project has verified, and SERVICE_UNAVAILABLE when the provider cannot be asked.
 */
export async function addDomain(owner: ProjectDomain, setup: DomainSetup): Promise<DescribedDomain> {
  const { projectId, domain } = owner
  if (await SenderDomain.exists({ projectId, domain })) throw known(domain)
  if (await SenderDomain.exists({ domain, status: 'VERIFIED', projectId: { $ne: projectId } })) {
    throw new AppError('FORBIDDEN', `Another project has verified the domain ${domain}`, { details: { domain } })
  }
  const dkimTokens = await prepare(owner, setup)
  try {
    const stored = await SenderDomain.create({ projectId, domain, status: 'PENDING', dkimTokens })
    return await describeDomain(stored.toObject<SenderDomainRecord>(), setup)
  } catch (error) {
    throw isDuplicateKey(error) ? known(domain) : error
  }
}

async function prepare(owner: ProjectDomain, setup: DomainSetup): Promise<string[]> {
  const { identities, encryptionKeys } = setup
  if (!identities) {
    await ensureDkimKey(owner, encryptionKeys)
    return []
  }
  const { dkimTokens } = await identities.register(owner.domain, mailFromDomainOf(owner.domain, setup))
  return dkimTokens
}

function known(domain: string): AppError {
  return new AppError('CONFLICT', `The project has the domain ${domain} already`, { details: { domain } })
}
