import { randomBytes } from 'node:crypto'
import { newId } from '../ids.js'
import { Member } from '../member.js'
import { Project } from '../project.js'
import { hashKey, seal } from '../sealed.js'
import { inTransaction } from '../transaction.js'

/** A new project with its two keys in the clear: the only moment besides display when they are. */
export interface CreatedProject {
  id: string
  name: string
  publicKey: string
  secretKey: string
}

/** Makes a project with fresh keys and, when `ownerId` is given, its owner; both are stored or neither. */
export async function createProject(input: {
  name: string
  encryptionKey: string
  ownerId?: string
}): Promise<CreatedProject> {
  const [publicKey, secretKey] = [makeKey('pk_'), makeKey('sk_')]
  const id = newId()
  await inTransaction(async (session) => {
    await Project.create(
      [
        {
          _id: id,
          name: input.name,
          publicKeyHash: hashKey(publicKey),
          publicKeySealed: seal(publicKey, input.encryptionKey),
          secretKeyHash: hashKey(secretKey),
          secretKeySealed: seal(secretKey, input.encryptionKey),
        },
      ],
      { session },
    )
    if (input.ownerId) {
      await Member.create([{ projectId: id, userId: input.ownerId, role: 'OWNER' }], { session })
    }
  })
  return { id, name: input.name, publicKey, secretKey }
}

function makeKey(prefix: 'pk_' | 'sk_'): string {
  return prefix + randomBytes(32).toString('hex')
}
