import { newId } from '../../runtime/ids.js'
import { Member } from '../../models/member.js'
import { Project } from '../../models/project.js'
import { makeKeys, makeWebhookSecret, storedKeys, type ProjectKeys } from './project-keys.js'
import { seal } from '../../runtime/sealed.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'

/** A new project with its two keys in the clear. */
export interface CreatedProject extends ProjectKeys {
  id: string
  name: string
}

/** Creates a project with new keys and, when `ownerId` is given, its owner: both or neither. */
export async function createProject(input: {
  name: string
  encryptionKey: string
  ownerId?: string
}): Promise<CreatedProject> {
  const { name, encryptionKey } = input
  const id = newId()
  const keys = makeKeys()
  await inTransaction(async (session) => {
    const webhookSecretSealed = seal(makeWebhookSecret(), encryptionKey)
    await Project.create([{ _id: id, name, ...storedKeys(keys, encryptionKey), webhookSecretSealed }], { session })
    if (input.ownerId) {
      await Member.create([{ projectId: id, userId: input.ownerId, role: 'OWNER' }], { session })
    }
  })
  return { id, name, ...keys }
}
