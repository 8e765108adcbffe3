import type { z } from 'zod'

type Issue = z.core.$ZodIssue
type UnionIssue = z.core.$ZodIssueInvalidUnion

/**
 * The issues of the alternative of a union that the caller most likely meant: of the alternatives whose type fits, the
 * one with the fewest wrong tags, then the one parsed deepest, then the one with the fewest faults. Null if no
 * alternative fits the type of the value.
 */
export function chooseBranch(issue: UnionIssue): Issue[] | null {
  const fitting = issue.errors.filter((branch) => !branch.some(isMismatch))
  const [best = null] = fitting.sort(
    (a, b) => wrongTags(a) - wrongTags(b) || branchDepth(b) - branchDepth(a) || a.length - b.length,
  )
  return best
}

/** Whether the value as a whole has another type than the alternative. */
function isMismatch(issue: Issue): boolean {
  if (issue.path.length > 0) return false
  if (issue.code === 'invalid_union') return chooseBranch(issue) === null
  return issue.code === 'invalid_type' || issue.code === 'invalid_value'
}

/** Counts wrong tags: literals such as `type: 'DELAY'` that distinguish the alternatives. */
function wrongTags(branch: Issue[]): number {
  return branch.filter((issue) => issue.code === 'invalid_value' && issue.values.length === 1).length
}

function branchDepth(branch: Issue[]): number {
  return Math.max(0, ...branch.map(depth))
}

function depth(issue: Issue): number {
  const inner = issue.code === 'invalid_union' ? Math.max(0, ...issue.errors.map(branchDepth)) : 0
  return issue.path.length + inner
}
