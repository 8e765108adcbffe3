import { domainToASCII } from 'node:url'
import { isDomain } from '../../../models/domain/addresses.js'
import { AppError, notFound } from '../../../models/domain/errors.js'
import { Project } from '../../../models/project.js'
import { SenderDomain } from '../../../models/sender-domain.js'

/** A project and a domain of its senders' addresses. */
export interface ProjectDomain {
  projectId: string
  domain: string
}

/**
 * Lets a project send from a domain whose ownership the operator has checked. No records are looked up. Other projects
 * cannot use the domain, unless they have verified it. Throws RESOURCE_NOT_FOUND, and BAD_REQUEST for a text that is no
 * domain.
 */
export async function allowDomain({ projectId, domain }: ProjectDomain): Promise<void> {
  if (!isDomain(domain)) throw new AppError('BAD_REQUEST', `${domain} is not a valid domain`)
  if (!(await Project.exists({ _id: projectId }))) throw notFound('project', projectId)
  await SenderDomain.updateOne(
    { projectId, domain: storedName(domain) },
    { $set: { verified: true, isTaken: false, nextCheckAt: null }, $unset: { status: 1, ownershipToken: 1 } },
    { upsert: true },
  )
}

/**
 * The spelling in which a domain is stored. There is only one, so that no other spelling evades the check for a project
 * that has the domain.
 */
export function storedName(domain: string): string {
  return domainToASCII(domain.toLowerCase()) || domain.toLowerCase()
}
