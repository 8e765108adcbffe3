import { AppError } from '../errors.js'
import { compileFilter, type FilterContext } from './compile-filter.js'
import { subjectOf, type Subject } from './condition-field.js'
import { allOf, anyOf, NOTHING, type MongoFilter } from './mongo-filter.js'
import { isOfToday } from './operators.js'
import { eventPathCandidates, pathCandidates } from './path-candidates.js'
import type { ConditionTree, Filter } from './tree.js'

/** How a reference to a segment compiles: by the membership that contacts store, or by the segment's condition. */
export type ReferredSegment = { kind: 'members' } | { kind: 'condition'; tree: ConditionTree }

/** Context for compiling the conditions of one project. */
export interface CompileContext extends FilterContext {
  /** Looks up a segment by its id; null when the project has none with it. */
  segment: (id: string) => ReferredSegment | null
}

// A condition with all inlined segments must fit into one MongoDB query, whose size and depth are limited. The limits
// of a single condition keep it far below these.
const MAX_COST = 20_000
const MAX_LEVELS = 20
// A filter that depends on the current day may hold all changes of a zone's offset.
const ZONE_COST = 20

/** Position of a tree: the segments it is inlined into, its level, and the cost of the query so far. */
interface Place {
  within: readonly string[]
  level: number
  spent: { cost: number }
}

/**
 * Compiles a condition into a query over the contacts of a project. Together with an id, the query tests one contact.
 * Throws BAD_REQUEST when the condition is too large with all segments that it refers to.
 */
export function compileCondition(tree: ConditionTree, context: CompileContext): MongoFilter {
  const [compiled = NOTHING] = compileConditions([tree], context)
  return compiled
}

/** Compiles conditions for one query. The conditions share its limits. Throws like `compileCondition`. */
export function compileConditions(trees: readonly ConditionTree[], context: CompileContext): MongoFilter[] {
  const place: Place = { within: [], level: 1, spent: { cost: 0 } }
  // A single `$and` key lets callers spread the query beside other filters.
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
  place.spent.cost += costOf(subject) + (isOfToday(filter.operator) ? ZONE_COST : 0)
  if (place.spent.cost > MAX_COST) throw tooLarge()
  if (subject?.kind !== 'segment') return compileFilter(filter, context)
  const members = compileMembers(subject.id, context, place)
  if (!members) return NOTHING
  if (filter.operator === 'memberOfSegment') return members
  return filter.operator === 'notMemberOfSegment' ? { $nor: [members] } : NOTHING
}

/**
 * The query for the members of a segment; null for an unknown segment and for a segment that is inlined into itself.
 */
function compileMembers(id: string, context: CompileContext, place: Place): MongoFilter | null {
  const segment = context.segment(id)
  if (!segment || place.within.includes(id)) return null
  if (segment.kind === 'members') return { segments: { $eq: id } }
  return compileTree(segment.tree, context, { ...place, within: [...place.within, id], level: place.level + 1 })
}

function costOf(subject: Subject | null): number {
  const candidates = subject?.kind === 'context' ? eventPathCandidates(subject.path) : pathsOf(subject)
  return Math.max(1, candidates.flat().length)
}

function pathsOf(subject: Subject | null): string[][] {
  return subject?.kind === 'data' ? pathCandidates(subject.path) : []
}

function tooLarge(): AppError {
  return new AppError('BAD_REQUEST', 'The condition and the segments it refers to are too large together')
}
