import { Contact } from '../contact.js'
import { compileComparison, type Comparison } from '../domain/condition.js'
import { escapeKey } from '../domain/fields.js'

/** Whether a comparison holds for a contact as it is now, and a context with escaped keys. */
export async function evaluateCondition(
  who: { projectId: string; contactId: string },
  comparison: Comparison,
  context: Record<string, unknown>,
): Promise<boolean> {
  const expression = compileComparison(comparison, context, escapeKey)
  const match = await Contact.exists({ _id: who.contactId, projectId: who.projectId, $expr: expression })
  return match !== null
}
