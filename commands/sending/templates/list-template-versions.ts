import { TemplateVersion } from '../../../models/template-version.js'
import type { SavedContent } from '../../../models/template.js'
import { findAuthors, type Author } from '../../base/listing/find-authors.js'
import { findTemplate, type TemplateRef } from './find-template.js'
import { versionOf } from './keep-version.js'

/** A version of a template without its content. */
export interface ListedTemplateVersion extends Omit<SavedContent, 'authorId'> {
  author: Author
  /** Whether the template has this content now. */
  isCurrent: boolean
}

/**
 * One page of the versions of a template below the version `before`, newest first: the current one, and the former ones
 * that are still kept. Throws TEMPLATE_NOT_FOUND.
 */
export async function listTemplateVersions(
  ref: TemplateRef,
  { before, limit }: { before: number | null; limit: number },
): Promise<{ versions: ListedTemplateVersion[]; hasMore: boolean; total: number }> {
  const { projectId, templateId } = ref
  const current = versionOf(await findTemplate(ref))
  const own = { projectId, templateId }
  const range = { version: { $lt: before ?? current.version } }
  const [former, total] = await Promise.all([
    TemplateVersion.find({ ...own, ...range }, { content: 0 })
      .sort({ version: -1 })
      .limit(limit + 1)
      .lean(),
    before === null ? TemplateVersion.countDocuments({ ...own, ...range }) : 0,
  ])
  const found: SavedContent[] = before === null ? [current, ...former] : former
  const page = found.slice(0, limit)
  const authorOf = await findAuthors(page)
  const versions = page.map((saved) => {
    const { version, savedAt, changes } = saved
    return { version, savedAt, changes, author: authorOf(saved), isCurrent: version === current.version }
  })
  return { versions, hasMore: found.length > limit, total: before === null ? total + 1 : 0 }
}
