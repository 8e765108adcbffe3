import { Template, type TemplateRecord } from '../../../models/template.js'
import { WITHOUT_SOURCES } from '../../../models/message.js'
import type { MessageType } from '../../../models/domain/message-kinds.js'
import { pageOf, type PageQuery } from '../../base/listing/page-of.js'
import { countUsingSteps } from '../../base/references/count-using-steps.js'

/** A query for one page of a project's templates; `search` is a part of the name, the description or the subject. */
export interface TemplateListing extends PageQuery {
  type?: MessageType | undefined
  /** Whether to list the archived templates instead of the others. */
  archived: boolean
}

/** A template with the number of steps that send it in the workflows as they are now. */
export interface ListedTemplate extends TemplateRecord {
  stepCount: number
}

/** One page of a project's templates, and the number of all that match. */
export async function listTemplates(listing: TemplateListing): Promise<{ templates: ListedTemplate[]; total: number }> {
  const { items, total } = await pageOf<TemplateRecord>(Template, listing, {
    filter: { archived: listing.archived, ...(listing.type ? { type: listing.type } : {}) },
    searched: ['name', 'description', 'subject'],
    shape: [{ $project: WITHOUT_SOURCES }],
  })
  const ids = items.map(({ _id }) => _id)
  const counts = await countUsingSteps(listing.projectId, ids)
  return { templates: items.map((item) => ({ ...item, stepCount: counts.get(item._id) ?? 0 })), total }
}
