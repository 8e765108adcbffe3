import type { ClientSession } from 'mongoose'
import type { FactEffect } from '../../models/domain/email-facts.js'
import type { EmailRecord } from '../../models/email.js'
import { Template } from '../../models/template.js'

/**
 * Steps the counters of the templates whose messages were sent, in the transaction that records it. With a counter the
 * use of a template is never counted from millions of messages.
 */
export async function countSentTemplates(
  changes: { email: Pick<EmailRecord, 'projectId' | 'templateId'>; effects: { effect: FactEffect }[] }[],
  session: ClientSession,
): Promise<void> {
  const steps = new Map<string, { projectId: string; count: number }>()
  for (const { email, effects } of changes) {
    const isSent = effects.some(({ effect }) => effect.counters.includes('sentCount'))
    if (!email.templateId || !isSent) continue
    const { projectId, templateId } = email
    steps.set(templateId, { projectId, count: (steps.get(templateId)?.count ?? 0) + 1 })
  }
  if (steps.size === 0) return
  await Template.bulkWrite(
    [...steps].map(([_id, { projectId, count }]) => ({
      updateOne: { filter: { _id, projectId }, update: { $inc: { emailsSent: count } }, timestamps: false },
    })),
    { session, ordered: false },
  )
}
