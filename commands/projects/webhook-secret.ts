import { notFound } from '../../models/domain/errors.js'
import { makeWebhookSecret } from './project-keys.js'
import { Project } from '../../models/project.js'
import { seal, unseal } from '../../runtime/sealed.js'
import type { EncryptionKeys } from '../../runtime/encryption-keys.js'

/**
 * The secret that signs a project's webhooks, in the clear. A project without a secret gets one here, and only one
 * under concurrent calls. Throws RESOURCE_NOT_FOUND.
 */
export async function webhookSecretOf(projectId: string, encryptionKeys: EncryptionKeys): Promise<string> {
  const sealed = (await readSecret(projectId)) ?? (await giveSecret(projectId, encryptionKeys))
  return unseal(sealed, encryptionKeys)
}

async function readSecret(projectId: string): Promise<string | null> {
  const project = await Project.findOne({ _id: projectId }, { webhookSecretSealed: 1 }).lean()
  if (!project) throw notFound('project', projectId)
  return project.webhookSecretSealed ?? null
}

async function giveSecret(projectId: string, encryptionKeys: EncryptionKeys): Promise<string> {
  const webhookSecretSealed = seal(makeWebhookSecret(), encryptionKeys)
  await Project.updateOne({ _id: projectId, webhookSecretSealed: null }, { $set: { webhookSecretSealed } })
  const stored = await readSecret(projectId)
  if (stored === null) throw new Error('The secret was not stored')
  return stored
}
