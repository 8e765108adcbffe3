import { notFound } from '../../models/domain/errors.js'
import { makeWebhookSecret } from './project-keys.js'
import { Project } from '../../models/project.js'
import { seal, unseal } from '../../runtime/sealed.js'

/**
 * The secret that signs a project's webhooks, in the clear. A project without a secret gets one here, and only one
 * under concurrent calls. Throws RESOURCE_NOT_FOUND.
 */
export async function webhookSecretOf(projectId: string, encryptionKey: string): Promise<string> {
  const sealed = (await readSecret(projectId)) ?? (await giveSecret(projectId, encryptionKey))
  return unseal(sealed, encryptionKey)
}

async function readSecret(projectId: string): Promise<string | null> {
  const project = await Project.findOne({ _id: projectId }, { webhookSecretSealed: 1 }).lean()
  if (!project) throw notFound('project', projectId)
  return project.webhookSecretSealed ?? null
}

async function giveSecret(projectId: string, encryptionKey: string): Promise<string> {
  const webhookSecretSealed = seal(makeWebhookSecret(), encryptionKey)
  await Project.updateOne({ _id: projectId, webhookSecretSealed: null }, { $set: { webhookSecretSealed } })
  const stored = await readSecret(projectId)
  if (stored === null) throw new Error('The secret was not stored')
  return stored
}
