import { ApiKey, type ApiKeyRecord } from '../../../models/api-key.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { Project, type ProjectRecord } from '../../../models/project.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'

/** Where a key is looked up: the pair of a project, or its named keys. */
export type KeyKind = 'public' | 'secret' | 'named'

/** A key that was found: its project, and its record if it is a named one. */
export interface FoundKey {
  project: ProjectRecord
  named: ApiKeyRecord | null
}

/** The keys with these hashes, by hash. One command reads a named key together with its project. */
export async function findKeys(kind: KeyKind, hashes: readonly string[]): Promise<ReadonlyMap<string, FoundKey>> {
  return kind === 'named' ? findNamed(hashes) : findInPairs(kind, hashes)
}

async function findInPairs(kind: 'public' | 'secret', hashes: readonly string[]): Promise<Map<string, FoundKey>> {
  const field = kind === 'public' ? 'publicKeyHash' : 'secretKeyHash'
  const projects = await (hashes.length === 1
    ? Project.findOne({ [field]: hashes[0] })
        .lean()
        .then((project) => (project ? [project] : []))
    : Project.find({ [field]: { $in: hashes } }).lean())
  return new Map(projects.map((project) => [project[field], { project, named: null }]))
}

async function findNamed(hashes: readonly string[]): Promise<Map<string, FoundKey>> {
  const found = await ApiKey.aggregate<ApiKeyRecord & { projects: ProjectRecord[] }>([
    { $match: acrossProjects({ hashes: { $in: hashes } }, 'only the key identifies the project') },
    { $lookup: { from: Project.collection.name, localField: 'projectId', foreignField: '_id', as: 'projects' } },
  ])
  return new Map(
    found.flatMap(({ projects: [project], ...named }) =>
      project ? named.hashes.map((hash) => [hash, { project, named }] as const) : [],
    ),
  )
}

/** Whether a named key is valid by this hash now. A cached record answers this for any time after its read. */
export function isValidNow({ hashes: [current], expiresAt, previousUntil }: ApiKeyRecord, hash: string): boolean {
  const now = databaseNow()
  if (expiresAt && expiresAt <= now) return false
  return hash === current || (previousUntil !== null && previousUntil > now)
}
