import { Template, type MessageType, type TemplateRecord } from '../../models/template.js'
import { pageOf, type PageQuery } from '../page-of.js'

/** A query for one page of a project's templates; `search` is a part of the name, the description or the subject. */
export interface TemplateListing extends PageQuery {
  type?: MessageType | undefined
}

/** One page of a project's templates, and the number of all that match. */
export async function listTemplates(listing: TemplateListing): Promise<{ templates: TemplateRecord[]; total: number }> {
  const { items: templates, total } = await pageOf<TemplateRecord>(Template, listing, {
    filter: listing.type ? { type: listing.type } : {},
    searched: ['name', 'description', 'subject'],
  })
  return { templates, total }
}
