import type { ClientSession } from 'mongoose'
import type { FactEffect } from '../../../models/domain/email-facts.js'
import type { EmailRecord } from '../../../models/email.js'
import { Template } from '../../../models/template.js'

/**
 * Adds sent messages to the counters of their templates, in the transaction that records the messages as sent. Without
 * a counter, the use of a template would have to be counted from millions of messages.
 */
export async function countSentTemplates(
  changes: { email: Pick<EmailRecord, 'projectId' | 'templateId'>; effects: { effect: FactEffect }[] }[],
  session: ClientSession,
): Promise<void> {
  const increments = new Map<string, { projectId: string; count: number }>()
  for (const { email, effects } of changes) {
    const isSent = effects.some(({ effect }) => effect.counters.includes('sentCount'))
    if (!email.templateId || !isSent) continue
    const { projectId, templateId } = email
    increments.set(templateId, { projectId, count: (increments.get(templateId)?.count ?? 0) + 1 })
  }
  if (increments.size === 0) return
  await Template.bulkWrite(
    [...increments].map(([_id, { projectId, count }]) => ({
      updateOne: { filter: { _id, projectId }, update: { $inc: { emailsSent: count } }, timestamps: false },
    })),
    { session, ordered: false },
  )
}
