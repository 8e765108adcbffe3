import { domainToUnicode } from 'node:url'
import { Campaign } from '../../../models/campaign.js'
import { AppError, notFound } from '../../../models/domain/errors.js'
import { SenderDomain, type SenderDomainRecord } from '../../../models/sender-domain.js'
import { Template } from '../../../models/template.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { Workflow } from '../../../models/workflow.js'
import { pinnedVersions } from '../../base/references/pinned-versions.js'
import { removeDkimKeys } from './dkim-keys.js'
import { releaseIdentity } from './identities.js'
import { findDomain, type DomainRef } from './list-domains.js'
import type { DomainSetup } from './setup.js'

const MAX_NAMED = 100

/**
 * Removes a domain from a project, and from the provider as `dropDomain` does. Throws RESOURCE_NOT_FOUND, CONFLICT
 * while a template, an unfinished campaign, or a step of an enabled workflow or of an active execution sends from the
 * domain, and SERVICE_UNAVAILABLE when the provider does not answer. The removal may be repeated after that.
 */
export async function removeDomain(ref: DomainRef, { identities }: DomainSetup): Promise<void> {
  const { projectId, domainId } = ref
  const found = await findDomain(ref)
  await refuseInUse(projectId, found.domain)
  if (!(await dropDomain(found, { identities }))) throw notFound('domain', domainId)
}

/**
 * Removes a domain with its keys. Also removes its identity from the provider, if the identity was created for us and
 * no other project has the domain. Returns whether the domain existed. Throws SERVICE_UNAVAILABLE when the provider
 * does not answer.
 */
export async function dropDomain(
  row: Pick<SenderDomainRecord, '_id' | 'projectId' | 'domain' | 'hasMadeIdentity'>,
  { identities }: Pick<DomainSetup, 'identities'>,
): Promise<boolean> {
  const { _id, projectId, domain } = row
  const isLeft = await releaseIdentity(row, identities)
  const deleted = await SenderDomain.findOneAndDelete({ _id, projectId }).lean()
  await removeDkimKeys({ projectId, domain })
  // Another project may have removed the domain at the same time and passed the identity to this one, even after `row`
  // was read. Then no project has the domain any more.
  const ofAny = acrossProjects({ domain }, 'the identity belongs to all projects with the domain')
  const isInherited = !row.hasMadeIdentity && deleted?.hasMadeIdentity
  if ((isLeft || isInherited) && !(await SenderDomain.exists(ofAny))) await identities?.remove(domain, projectId)
  return deleted !== null
}

async function refuseInUse(projectId: string, domain: string): Promise<void> {
  const spellings = [domain, domainToUnicode(domain)].map((name) => name.replaceAll('.', '\\.'))
  // linear: an @ and one of two fixed texts.
  const from = new RegExp(`@(${spellings.join('|')})$`, 'i')
  const shown = { name: 1 } as const
  const [templates, campaigns] = await Promise.all([
    Template.find({ projectId, from }, shown).limit(MAX_NAMED).lean(),
    Campaign.find({ projectId, status: { $in: ['DRAFT', 'SCHEDULED', 'SENDING'] }, from }, shown)
      .limit(MAX_NAMED)
      .lean(),
  ])
  const workflows = await findWorkflows(projectId, from)
  if (templates.length + campaigns.length + workflows.length === 0) return
  const refsOf = (all: { _id: string; name: string }[]) => all.map(({ _id: id, name }) => ({ id, name }))
  throw new AppError('CONFLICT', `The domain ${domain} is in use`, {
    details: {
      templates: refsOf(templates),
      campaigns: refsOf(campaigns),
      ...(workflows.length > 0 ? { workflows: refsOf(workflows) } : {}),
    },
    suggestion: 'Change the sender of these templates, campaigns and workflows first',
  })
}

/** The workflows with a step that sets a sender of the domain and may still run. */
async function findWorkflows(projectId: string, from: RegExp): Promise<{ _id: string; name: string }[]> {
  const sends = { 'steps.config.from': from }
  const enabled = await Workflow.find({ projectId, enabled: true, ...sends }, { name: 1 })
    .limit(MAX_NAMED)
    .lean()
  const found = new Map(enabled.map(({ _id, name }) => [_id, { _id, name }]))
  for await (const { workflowId: _id, name } of pinnedVersions(projectId, { filter: sends, session: null })) {
    if (found.size < MAX_NAMED) found.set(_id, { _id, name })
  }
  return [...found.values()]
}
