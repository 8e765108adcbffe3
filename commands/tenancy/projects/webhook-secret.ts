import { notFound } from '../../../models/domain/errors.js'
import { Project } from '../../../models/project.js'
import { unseal } from '../../../runtime/sealed.js'
import type { EncryptionKeys } from '../../../runtime/encryption-keys.js'

/** The secret that signs a project's webhooks, in the clear. Throws RESOURCE_NOT_FOUND. */
export async function webhookSecretOf(projectId: string, encryptionKeys: EncryptionKeys): Promise<string> {
  const project = await Project.findOne({ _id: projectId }, { webhookSecretSealed: 1 }).lean()
  if (!project?.webhookSecretSealed) throw notFound('project', projectId)
  return unseal(project.webhookSecretSealed, encryptionKeys)
}
