import type { ClientSession } from 'mongoose'
import { notFound } from '../../../models/domain/errors.js'
import type { Step } from '../../../models/domain/workflow-graph.js'
import { Template } from '../../../models/template.js'

/**
 * Locks the templates that steps newly refer to, in the transaction that stores the steps. The lock makes a new
 * reference conflict with the deletion of its template: one of the two is retried and sees the other. Throws
 * TEMPLATE_NOT_FOUND.
 */
export async function lockTemplates(
  session: ClientSession,
  projectId: string,
  { before, after }: { before: Step[]; after: Step[] },
): Promise<void> {
  const idsBefore = new Set(before.map(({ templateId }) => templateId))
  const newIds = new Set(after.flatMap(({ templateId }) => (idsBefore.has(templateId) ? [] : (templateId ?? []))))
  for (const templateId of newIds) {
    const guarded = await Template.updateOne(
      { _id: templateId, projectId },
      { $inc: { guard: 1 } },
      { session, timestamps: false },
    )
    if (guarded.matchedCount === 0) throw notFound('template', templateId)
  }
}
