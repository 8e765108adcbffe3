import { containing } from '../../models/domain/text-pattern.js'
import { Template, type MessageType, type TemplateRecord } from '../../models/template.js'

/** A query for one page of a project's templates. */
export interface TemplateListing {
  projectId: string
  type?: MessageType | undefined
  /** A part of the name, the description or the subject. */
  search?: string | undefined
  sort: 'name' | 'createdAt' | 'updatedAt'
  dir: 'asc' | 'desc'
  page: number
  pageSize: number
}

/** One page of a project's templates, and how many there are in all. */
export async function listTemplates(listing: TemplateListing): Promise<{ templates: TemplateRecord[]; total: number }> {
  const { projectId, type, search, sort, page, pageSize } = listing
  const direction = listing.dir === 'asc' ? 1 : -1
  const filter = {
    projectId,
    ...(type ? { type } : {}),
    ...(search ? { $or: ['name', 'description', 'subject'].map((field) => ({ [field]: containing(search) })) } : {}),
  }
  const [templates, total] = await Promise.all([
    Template.find(filter)
      .sort({ [sort]: direction, _id: direction })
      .skip((page - 1) * pageSize)
      .limit(pageSize)
      .lean(),
    Template.countDocuments(filter),
  ])
  return { templates, total }
}
