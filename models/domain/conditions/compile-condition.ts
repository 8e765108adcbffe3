import { AppError } from '../errors.js'
import { compileFilter, type FilterContext } from './compile-filter.js'
import { subjectOf, type Subject } from './condition-field.js'
import { allOf, anyOf, NOTHING, type MongoFilter } from './mongo-filter.js'
import { pathCandidates } from './path-candidates.js'
import type { ConditionTree, Filter } from './tree.js'

/** How a segment stands in a condition: by the members noted on the contacts, or by its own condition. */
export type ReferredSegment = { kind: 'members' } | { kind: 'condition'; tree: ConditionTree }

/** What the conditions of one project are compiled with. */
export interface CompileContext extends FilterContext {
  /** The segment of an id; null for one that the project does not have. */
  segment: (id: string) => ReferredSegment | null
}

// A condition with all segments that it refers to has to fit into one query of MongoDB, which has a largest size
// and a largest depth. What one condition alone can come to is well within.
const MAX_COST = 20_000
const MAX_LEVELS = 20

/** What a tree stands in: the segments around it, the levels above it, and what was compiled so far. */
interface Place {
  within: readonly string[]
  level: number
  spent: { cost: number }
}

/**
 * Compiles a condition into a query over the contacts of a project; the same query with an id judges a single
 * contact. Throws BAD_REQUEST when it is too large with all the segments that it refers to.
 */
export function compileCondition(tree: ConditionTree, context: CompileContext): MongoFilter {
  const [compiled = NOTHING] = compileConditions([tree], context)
  return compiled
}

/** Compiles conditions that are judged in one query, which has to hold all of them; throws as for one condition. */
export function compileConditions(trees: readonly ConditionTree[], context: CompileContext): MongoFilter[] {
  const place: Place = { within: [], level: 1, spent: { cost: 0 } }
  // One key that names no field, so that the query can be spread beside others.
  return trees.map((tree) => ({ $and: [compileTree(tree, context, place)] }))
}

function compileTree(tree: ConditionTree, context: CompileContext, place: Place): MongoFilter {
  if (place.level > MAX_LEVELS) throw tooLarge()
  const groups = tree.groups.map(({ filters, conditions }) => {
    const parts = filters.map((filter) => compileReferring(filter, context, place))
    const nested = conditions ? [compileTree(conditions, context, { ...place, level: place.level + 1 })] : []
    return allOf([...parts, ...nested])
  })
  return tree.logic === 'AND' ? allOf(groups) : anyOf(groups)
}

function compileReferring(filter: Filter, context: CompileContext, place: Place): MongoFilter {
  const subject = subjectOf(filter)
  place.spent.cost += costOf(subject)
  if (place.spent.cost > MAX_COST) throw tooLarge()
  if (subject?.kind !== 'segment') return compileFilter(filter, context)
  const members = compileMembers(subject.id, context, place)
  if (!members) return NOTHING
  if (filter.operator === 'memberOfSegment') return members
  return filter.operator === 'notMemberOfSegment' ? { $nor: [members] } : NOTHING
}

/** The members of a segment; null when there is no such segment, or it is part of itself. */
function compileMembers(id: string, context: CompileContext, place: Place): MongoFilter | null {
  const segment = context.segment(id)
  if (!segment || place.within.includes(id)) return null
  if (segment.kind === 'members') return { segments: { $eq: id } }
  return compileTree(segment.tree, context, { ...place, within: [...place.within, id], level: place.level + 1 })
}

function costOf(subject: Subject | null): number {
  const isPath = subject?.kind === 'data' || subject?.kind === 'context'
  return isPath ? Math.max(1, pathCandidates(subject.path).flat().length) : 1
}

function tooLarge(): AppError {
  return new AppError('BAD_REQUEST', 'The condition is too large together with the segments that it refers to')
}
