import type { ClientSession } from 'mongoose'
import { uploadIdsIn } from '../../../models/domain/images/upload-ids.js'
import type { TemplateRecord } from '../../../models/template.js'
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

/** The texts of a message in all its languages, with the designs and MJML that they were made of. */
export function textsOfMessage(message: Partial<TemplateRecord>): string[] {
  const translated = Object.values(message.translations ?? {})
  const texts = [message, ...translated].flatMap(({ subject = '', body = '' }) => [subject, body])
  const { source, translationSources, previousDesign } = message
  return [...texts, ...[source, translationSources, previousDesign].flatMap((one) => (one ? JSON.stringify(one) : []))]
}

/** The texts of the steps of a workflow. */
export function textsOfSteps(steps: readonly Step[]): string[] {
  return steps.map(({ config }) => JSON.stringify(config))
}
