import type { RegisteredIdentity, SenderIdentities } from '../../models/domain/sender-identities.js'
import { SenderDomain, type ProvableDomain, type SenderDomainRecord } from '../../models/sender-domain.js'
import { mailFromDomainOf, type DomainSetup } from './setup.js'

/** What a sender domain keeps of its identity at the provider. */
export type IdentityFields = Pick<SenderDomainRecord, 'dkimTokens' | 'mailFromDomain' | 'hasMadeIdentity'>

/**
 * Registers a domain with the provider, or looks up what another project, or somebody else, has registered there: that
 * of somebody else is not changed. Throws SERVICE_UNAVAILABLE.
 */
export async function registerIdentity(
  { projectId, domain, ownershipToken }: Pick<ProvableDomain, 'projectId' | 'domain' | 'ownershipToken'>,
  identities: SenderIdentities,
  setup: Pick<DomainSetup, 'mailFromSubdomain'>,
): Promise<RegisteredIdentity> {
  // An identity belongs to the installation, whichever of its projects had it made.
  const isOurs = (await SenderDomain.exists({ domain, hasMadeIdentity: true })) !== null
  return identities.register(domain, {
    projectId,
    ownershipToken,
    isOurs,
    mailFromDomain: mailFromDomainOf(domain, setup),
  })
}

/**
 * Leaves the identity of a domain to the others who have the domain, in whatever state, or removes it at the provider
 * where there are none. Returns whether it was left. One that was not made for us is not touched. Throws
 * SERVICE_UNAVAILABLE.
 */
export async function releaseIdentity(
  {
    _id,
    projectId,
    domain,
    hasMadeIdentity,
  }: Pick<SenderDomainRecord, '_id' | 'projectId' | 'domain' | 'hasMadeIdentity'>,
  identities: SenderIdentities | null,
): Promise<boolean> {
  if (!identities || !hasMadeIdentity) return false
  // A project that has removed the domain may have added it again meanwhile.
  const others = { domain, _id: { $ne: _id } }
  const { matchedCount } = await SenderDomain.updateMany(others, { $set: { hasMadeIdentity: true } })
  if (matchedCount === 0) await identities.remove(domain, projectId)
  return matchedCount > 0
}
