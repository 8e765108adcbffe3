import { Project, type ProjectRecord } from '../../../models/project.js'
import type { EncryptionKeys } from '../../../runtime/encryption-keys.js'
import { isSealedWithFirst, seal, unseal } from '../../../runtime/sealed.js'

const BATCH = 500

/** The fields of a project that hold sealed texts. */
export const SEALED_FIELDS = ['publicKeySealed', 'secretKeySealed', 'webhookSecretSealed'] as const

type SealedField = (typeof SEALED_FIELDS)[number]
type SealedProject = Pick<ProjectRecord, '_id' | SealedField>

/** The result for a batch of projects. */
export interface ResealedBatch {
  projects: number
  /** How many texts were sealed anew with the first key. */
  resealed: number
  unopened: UnopenedSecret[]
}

/** A sealed text that none of the keys opens. */
export interface UnopenedSecret {
  projectId: string
  field: SealedField
  /** Names the missing key by its id. */
  reason: string
}

/**
 * Finds secrets of projects that are not sealed with the first key, and seals them anew with it, batch by batch. If a
 * text is replaced at the same moment, the replacement stays. An interrupted run can be repeated; it skips texts that
 * are sealed with the first key.
 */
export async function* resealProjects(keys: EncryptionKeys, batchSize = BATCH): AsyncGenerator<ResealedBatch> {
  let after = ''
  for (;;) {
    const projects = await readBatch(after, batchSize)
    const last = projects.at(-1)
    if (!last) return
    const { changes, unopened } = planChanges(projects, keys)
    const resealed = await applyChanges(changes)
    // A process without the new setting may have replaced a text and sealed it with the old key: read the batch again.
    const isDone = resealed === changes.length
    if (isDone) after = last._id
    yield isDone ? { projects: projects.length, resealed, unopened } : { projects: 0, resealed, unopened: [] }
  }
}

async function readBatch(after: string, limit: number): Promise<SealedProject[]> {
  const fields = Object.fromEntries(SEALED_FIELDS.map((field) => [field, 1]))
  return Project.find({ _id: { $gt: after } }, fields)
    .sort({ _id: 1 })
    .limit(limit)
    .lean<SealedProject[]>()
}

interface Change {
  projectId: string
  field: SealedField
  from: string
  to: string
}

function planChanges(
  projects: SealedProject[],
  keys: EncryptionKeys,
): { changes: Change[]; unopened: UnopenedSecret[] } {
  const changes: Change[] = []
  const unopened: UnopenedSecret[] = []
  for (const project of projects) {
    for (const field of SEALED_FIELDS) {
      const { _id: projectId, [field]: from } = project
      if (!from || isSealedWithFirst(from, keys)) continue
      try {
        changes.push({ projectId, field, from, to: seal(unseal(from, keys), keys) })
      } catch (error) {
        unopened.push({ projectId, field, reason: error instanceof Error ? error.message : 'unknown' })
      }
    }
  }
  return { changes, unopened }
}

async function applyChanges(changes: Change[]): Promise<number> {
  if (changes.length === 0) return 0
  const writes = changes.map(({ projectId, field, from, to }) => ({
    // No user made this change, so `updatedAt` stays.
    updateOne: { filter: { _id: projectId, [field]: from }, update: { $set: { [field]: to } }, timestamps: false },
  }))
  return (await Project.bulkWrite(writes, { ordered: false })).modifiedCount
}
