import { Project, type ProjectRecord } from '../../models/project.js'
import type { EncryptionKeys } from '../../runtime/encryption-keys.js'
import { isSealedWithFirst, seal, unseal } from '../../runtime/sealed.js'

const SLICE = 500

/** The fields of a project that hold sealed texts. */
export const SEALED_FIELDS = ['publicKeySealed', 'secretKeySealed', 'webhookSecretSealed'] as const

type SealedField = (typeof SEALED_FIELDS)[number]
type SealedProject = Pick<ProjectRecord, '_id' | SealedField>

/** The result for a slice of the projects. */
export interface ResealedSlice {
  projects: number
  /** How many texts are now sealed with the first key, and were not before. */
  resealed: number
  unopened: UnopenedSecret[]
}

/** A text that none of the keys opens. */
export interface UnopenedSecret {
  projectId: string
  field: SealedField
  /** Names the missing key by its id. */
  reason: string
}

/**
 * Seals the secrets of projects that another key sealed with the first key, slice by slice. A text that is replaced at
 * the same moment stays as it was replaced. An interrupted run can be repeated, and skips what is done.
 */
export async function* resealProjects(keys: EncryptionKeys, sliceSize = SLICE): AsyncGenerator<ResealedSlice> {
  let after = ''
  for (;;) {
    const projects = await readSlice(after, sliceSize)
    const last = projects.at(-1)
    if (!last) return
    const { changes, unopened } = planChanges(projects, keys)
    const resealed = await applyChanges(changes)
    // A process that does not have the new setting yet may have replaced a text: the slice is read again.
    const isDone = resealed === changes.length
    if (isDone) after = last._id
    yield isDone ? { projects: projects.length, resealed, unopened } : { projects: 0, resealed, unopened: [] }
  }
}

async function readSlice(after: string, limit: number): Promise<SealedProject[]> {
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
    // Not a change that a user made, so `updatedAt` stays.
    updateOne: { filter: { _id: projectId, [field]: from }, update: { $set: { [field]: to } }, timestamps: false },
  }))
  return (await Project.bulkWrite(writes, { ordered: false })).modifiedCount
}
