import { Contact } from '../../contact.js'
import type { Filter } from '../../domain/conditions/tree.js'
import { compileForProject } from '../compile-for-project.js'

/** Whether a filter holds for a contact as it is now, and a context with escaped keys. */
export async function evaluateCondition(
  who: { projectId: string; contactId: string },
  filter: Filter,
  context: Record<string, unknown>,
): Promise<boolean> {
  const tree = { logic: 'AND' as const, groups: [{ filters: [filter] }] }
  const compiled = await compileForProject(who.projectId, tree, { now: new Date(), event: context })
  const match = await Contact.exists({ $and: [{ _id: who.contactId, projectId: who.projectId }, compiled] })
  return match !== null
}
