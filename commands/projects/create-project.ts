import { newId } from '../../runtime/ids.js'
import { Member } from '../../models/member.js'
import { Project } from '../../models/project.js'
import { makeKeys, makeWebhookSecret, storedKeys, type ProjectKeys } from './project-keys.js'
import { seal } from '../../runtime/sealed.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import type { EncryptionKeys } from '../../runtime/encryption-keys.js'

/** A new project with its two keys in the clear. */
export interface CreatedProject extends ProjectKeys {
  id: string
  name: string
}

/** Creates a project with new keys and, when `ownerId` is given, its owner: both or neither. */
export async function createProject(input: {
  name: string
  encryptionKeys: EncryptionKeys
  ownerId?: string
}): Promise<CreatedProject> {
  const { name, encryptionKeys, ownerId } = input
  const id = newId()
  const keys = makeKeys()
  const webhookSecretSealed = seal(makeWebhookSecret(), encryptionKeys)
  const project = { _id: id, name, ...storedKeys(keys, encryptionKeys), webhookSecretSealed }
  if (ownerId === undefined) {
    await Project.create(project)
  } else {
    await inTransaction(async (session) => {
      await Project.create([project], { session })
      await Member.create([{ projectId: id, userId: ownerId, role: 'OWNER' }], { session })
    })
  }
  return { id, name, ...keys }
}
