import type { PipelineStage } from 'mongoose'
import { Contact } from '../../../models/contact.js'
import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import type { MongoFilter } from '../../../models/domain/conditions/mongo-filter.js'
import { AppError, notFound } from '../../../models/domain/errors.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'
import { compileAllForProject } from '../conditions/compile-for-project.js'

// So many conditions are compiled and evaluated by one query each.
const TOGETHER = 25
const BY_ID = { projectId: 1, _id: 1 } as const

type Dynamic = Pick<SegmentRecord, '_id'> & { condition: ConditionTree }

/** A segment in the list of a contact. */
export type JoinedSegment = Pick<SegmentRecord, '_id' | 'name' | 'type' | 'trackMembership'>

/**
 * The segments that a contact is in at this moment, by name: static ones by their members, all others by their
 * conditions, tracked or not. A condition that has become too large selects no contact. Throws CONTACT_NOT_FOUND.
 */
export async function segmentsOfContact(projectId: string, contactId: string): Promise<JoinedSegment[]> {
  const contact = await Contact.findOne({ _id: contactId, projectId }, { segments: 1 }).lean()
  if (!contact) throw notFound('contact', contactId)
  const shown = { name: 1, type: 1, trackMembership: 1 } as const
  const all = await Segment.find({ projectId }, shown).lean<JoinedSegment[]>()
  const joined = new Set(contact.segments)
  const dynamic = all.filter(({ type }) => type === 'DYNAMIC').map(({ _id }) => _id)
  const met = new Set<string>()
  // The conditions may be large, so that only a few of them are in memory at once.
  for (let start = 0; start < dynamic.length; start += TOGETHER) {
    const some = await conditionsOf(projectId, dynamic.slice(start, start + TOGETHER))
    for (const id of await metBy({ projectId, contactId }, some)) met.add(id)
  }
  const isIn = ({ _id, type }: JoinedSegment): boolean => (type === 'DYNAMIC' ? met : joined).has(_id)
  return all.filter(isIn).sort((a, b) => a.name.localeCompare(b.name, 'en') || a._id.localeCompare(b._id, 'en'))
}

async function conditionsOf(projectId: string, ids: string[]): Promise<Dynamic[]> {
  const segments = await Segment.find({ _id: { $in: ids }, projectId }, { condition: 1 }).lean()
  return segments.flatMap(({ _id, condition }) => (condition ? [{ _id, condition }] : []))
}

/** The ids of the segments among these whose conditions a contact meets. */
async function metBy(who: { projectId: string; contactId: string }, segments: Dynamic[]): Promise<string[]> {
  if (segments.length === 0) return []
  const filters = await compiled(who.projectId, segments)
  if (filters) return evaluate(who, segments, filters)
  if (segments.length === 1) return []
  // Together the conditions are too large for one query, or one of them is by itself.
  const half = Math.ceil(segments.length / 2)
  return [...(await metBy(who, segments.slice(0, half))), ...(await metBy(who, segments.slice(half)))]
}

async function compiled(projectId: string, segments: Dynamic[]): Promise<MongoFilter[] | null> {
  try {
    const conditions = segments.map(({ condition }) => condition)
    return await compileAllForProject(projectId, conditions, { now: new Date() })
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

async function evaluate(
  { projectId, contactId }: { projectId: string; contactId: string },
  segments: Dynamic[],
  filters: MongoFilter[],
): Promise<string[]> {
  const pipelines = filters.map((filter, n): [string, PipelineStage.FacetPipelineStage[]] => [
    `s${n}`,
    [{ $match: filter }, { $project: { _id: 1 } }],
  ])
  const [found = {}] = await Contact.aggregate<Record<string, unknown[]>>([
    { $match: { projectId, _id: contactId } },
    { $facet: Object.fromEntries(pipelines) },
  ]).hint(BY_ID)
  return segments.flatMap(({ _id }, n) => ((found[`s${n}`]?.length ?? 0) > 0 ? _id : []))
}
