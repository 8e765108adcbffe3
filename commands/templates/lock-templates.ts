import type { ClientSession } from 'mongoose'
import { notFound } from '../../models/domain/errors.js'
import type { Step } from '../../models/domain/workflow-graph.js'
import { Template } from '../../models/template.js'

/**
 * Locks the templates that steps newly refer to, in the transaction that stores the steps: of a new reference and the
 * deletion of its template, one is retried and sees the other. Throws TEMPLATE_NOT_FOUND.
 */
export async function lockTemplates(
  session: ClientSession,
  projectId: string,
  { before, after }: { before: Step[]; after: Step[] },
): Promise<void> {
  const referred = new Set(before.map(({ templateId }) => templateId))
  const fresh = new Set(after.flatMap(({ templateId }) => (referred.has(templateId) ? [] : (templateId ?? []))))
  for (const templateId of fresh) {
    const touched = await Template.updateOne(
      { _id: templateId, projectId },
      { $inc: { guard: 1 } },
      { session, timestamps: false },
    )
    if (touched.matchedCount === 0) throw notFound('template', templateId)
  }
}
