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
  const { name, encryptionKey, ownerId } = input
  const id = newId()
  const keys = makeKeys()
  const webhookSecretSealed = seal(makeWebhookSecret(), encryptionKey)
  const project = { _id: id, name, ...storedKeys(keys, encryptionKey), webhookSecretSealed }
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
