import type { RegisteredIdentity, SenderIdentities } from '../../../models/domain/sender-identities.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { SenderDomain, type ProvableDomain, type SenderDomainRecord } from '../../../models/sender-domain.js'
import { mailFromDomainOf, type DomainSetup } from './setup.js'

/** The fields of a sender domain about its identity at the provider. */
export type IdentityFields = Pick<SenderDomainRecord, 'dkimTokens' | 'mailFromDomain' | 'hasMadeIdentity'>

/**
 * Registers a domain with the provider, or looks up an identity that exists there. An identity that this installation
 * did not create is not changed. Throws SERVICE_UNAVAILABLE.
 */
export async function registerIdentity(
  { projectId, domain, ownershipToken }: Pick<ProvableDomain, 'projectId' | 'domain' | 'ownershipToken'>,
  identities: SenderIdentities,
  setup: Pick<DomainSetup, 'mailFromSubdomain'>,
): Promise<RegisteredIdentity> {
  const ofInstallation = acrossProjects({ domain, hasMadeIdentity: true }, 'an identity belongs to the installation')
  const isOurs = (await SenderDomain.exists(ofInstallation)) !== null
  return identities.register(domain, {
    projectId,
    ownershipToken,
    isOurs,
    mailFromDomain: mailFromDomainOf(domain, setup),
  })
}

/**
 * Gives up a project's right to the identity of its domain. The identity passes to the other projects that have the
 * domain in any state; without such a project it is removed at the provider. Returns whether it passed to others. An
 * identity that was not created for us is not touched. Throws SERVICE_UNAVAILABLE.
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
  const others = acrossProjects({ domain, _id: { $ne: _id } }, 'the identity passes to other projects')
  const { matchedCount } = await SenderDomain.updateMany(others, { $set: { hasMadeIdentity: true } })
  if (matchedCount === 0) await identities.remove(domain, projectId)
  return matchedCount > 0
}
