import type { ClientSession } from 'mongoose'
import { uploadIdsIn } from '../../../models/domain/images/upload-ids.js'
import type { Step } from '../../../models/domain/workflow-graph.js'
import { Upload } from '../../../models/upload.js'

/** A resource with texts, and the images that it has referred to before. */
export interface Referring {
  projectId: string
  texts: readonly string[]
  before?: readonly string[] | undefined
}

/**
 * The ids of the project's images that texts show. Locks those that are new, in the transaction that stores the texts:
 * a new reference conflicts with the deletion of its image, so that one of the two is retried and sees the other. It
 * costs no query where the texts show no image that they have not shown before.
 */
export async function referToImages(
  session: ClientSession,
  { projectId, texts, before = [] }: Referring,
): Promise<string[]> {
  const ids = uploadIdsIn(texts)
  const known = ids.filter((id) => before.includes(id))
  const others = ids.filter((id) => !before.includes(id))
  if (others.length === 0) return known
  const found = await Upload.find({ _id: { $in: others }, projectId }, { _id: 1 }, { session }).lean()
  const added = found.map(({ _id }) => _id)
  if (added.length > 0) {
    await Upload.updateMany({ _id: { $in: added }, projectId }, { $inc: { guard: 1 } }, { session })
  }
  return [...known, ...added]
}

/** The texts of a message in all its languages. */
export function textsOfMessage(message: {
  subject: string
  body: string
  translations?: Record<string, { subject?: string; body?: string }> | null
}): string[] {
  const translated = Object.values(message.translations ?? {})
  return [message, ...translated].flatMap(({ subject = '', body = '' }) => [subject, body])
}

/** The texts of the steps of a workflow. */
export function textsOfSteps(steps: readonly Step[]): string[] {
  return steps.map(({ config }) => JSON.stringify(config))
}
