import { Contact } from '../../models/contact.js'
import type { ConditionTree } from '../../models/domain/conditions/tree.js'
import { compileAllForProject } from './compile-for-project.js'

/**
 * Whether each of these conditions holds for a contact as it is now and a context with escaped keys, in one query for
 * all of them. None holds for a deleted contact. Throws BAD_REQUEST when they are too large
 * together with the segments that they refer to.
 */
export async function evaluateConditions(
  { projectId, contactId }: { projectId: string; contactId: string },
  conditions: ConditionTree[],
  context: Record<string, unknown>,
): Promise<boolean[]> {
  const compiled = await compileAllForProject(projectId, conditions, { now: new Date(), event: '$$event' })
  const judged = compiled.map((condition, index) => [`${index}`, [{ $match: condition }, { $project: { _id: 1 } }]])
  const [found] = await Contact.aggregate<Record<string, unknown[]>>([
    { $match: { _id: contactId, projectId } },
    { $facet: Object.fromEntries(judged) },
    // A variable sends the context once instead of with each comparison.
  ]).option({ let: { event: { $literal: context } } })
  return conditions.map((_, index) => found?.[index]?.length === 1)
}
