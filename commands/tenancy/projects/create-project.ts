import type { ClientSession } from 'mongoose'
import { DeletedProject } from '../../../models/deleted-project.js'
import { AppError } from '../../../models/domain/errors.js'
import { User } from '../../../models/user.js'
import { newId } from '../../../runtime/ids.js'
import { makeState, removeState } from '../../base/records/project-state.js'
import { joinProject } from './join-project.js'
import { Member } from '../../../models/member.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { Project } from '../../../models/project.js'
import { makeKeys, makeWebhookSecret, storedKeys, type ProjectKeys } from './project-keys.js'
import { seal } from '../../../runtime/sealed.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import type { EncryptionKeys } from '../../../runtime/encryption-keys.js'

/** A new project with its two keys in the clear. */
export interface CreatedProject extends ProjectKeys {
  id: string
  name: string
}

// How long a deleted project counts among the projects of its owner.
const DELETED_COUNTS_MS = 24 * 3_600_000

/**
 * Creates a project with new keys and, when `ownerId` is given, the membership of its owner, in one transaction. Throws
 * FORBIDDEN above `maxOwned`, and UNAUTHORIZED for an owner whose account is deleted or whose sessions have ended.
 */
export async function createProject(input: {
  name: string
  encryptionKeys: EncryptionKeys
  ownerId?: string
  /** The version of the owner's sessions, if a session of the owner makes the project. */
  sessionVersion?: number
  /** How many projects the owner may own, including those deleted within a day; any number if omitted. */
  maxOwned?: number
}): Promise<CreatedProject> {
  const { name, encryptionKeys, ownerId, sessionVersion, maxOwned = Infinity } = input
  const id = newId()
  const keys = makeKeys()
  const webhookSecretSealed = seal(makeWebhookSecret(), encryptionKeys)
  const project = { _id: id, name, ...storedKeys(keys, encryptionKeys), webhookSecretSealed }
  await makeState(id)
  try {
    if (ownerId === undefined) {
      await Project.create(project)
    } else {
      await inTransaction(async (session) => {
        await refuseTooMany({ _id: ownerId, sessionVersion }, maxOwned, session)
        await Project.create([project], { session })
        await joinProject({ projectId: id, userId: ownerId, role: 'OWNER' }, session)
      })
    }
  } catch (error) {
    await removeState(id)
    throw error
  }
  return { id, name, ...keys }
}

async function refuseTooMany(
  { _id: ownerId, sessionVersion }: { _id: string; sessionVersion: number | undefined },
  maxOwned: number,
  session: ClientSession,
): Promise<void> {
  // This write conflicts with other requests of the owner and with the deletion of the account, so that they happen one
  // after the other. An account with a project does not expire.
  const step = { $inc: { projectsMade: 1 }, $unset: { expiresAt: 1 } } as const
  // If the owner of the address has taken the account over in the meantime, an older session can no longer add
  // projects.
  const owner = { _id: ownerId, ...(sessionVersion === undefined ? {} : { sessionVersion }) }
  const stepped = await User.updateOne(owner, step, { session, timestamps: false })
  if (stepped.matchedCount === 0) throw new AppError('UNAUTHORIZED', 'The session has ended')
  if (maxOwned === Infinity) return
  const isOwner = acrossProjects({ userId: ownerId, role: 'OWNER' }, 'the projects that a user owns')
  const owned = await Member.countDocuments(isOwner, { session })
  // A new project begins with a clean reputation. Deleted ones count too, or a user could replace projects without
  // limit.
  const since = new Date(databaseNow().getTime() - DELETED_COUNTS_MS)
  const deleted = await DeletedProject.countDocuments({ ownerIds: ownerId, deletedAt: { $gt: since } }, { session })
  if (owned + deleted < maxOwned) return
  const message = `You can own at most ${maxOwned} projects, including those deleted in the last 24 hours`
  throw new AppError('FORBIDDEN', message, { details: { limit: maxOwned } })
}
