import type { ClientSession } from 'mongoose'
import type { SavedContent, TemplateRecord } from '../../../models/template.js'
import { TemplateVersion, templateVersionId } from '../../../models/template-version.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { changedParts, contentOf, packContent } from './template-content.js'

/** The number of former versions that a template keeps at most. */
export const MAX_VERSIONS = 50
const KEPT_MS = 90 * 86_400_000

/** The first version of a template. */
export function firstVersion(authorId: string | null): SavedContent {
  return { version: 1, savedAt: databaseNow(), authorId, changes: [] }
}

/** Which version the content of a template is. */
export function versionOf({ saved, createdAt }: Pick<TemplateRecord, 'saved' | 'createdAt'>): SavedContent {
  return saved ?? { version: 1, savedAt: createdAt, authorId: null, changes: [] }
}

/**
 * Keeps the content of a template as a version, in the transaction that stores another content, and deletes the oldest
 * version beyond `MAX_VERSIONS`. Returns the field of the template that names its new version; nothing where the
 * content stays the same.
 */
export async function keepVersion(
  session: ClientSession,
  before: TemplateRecord,
  { after, authorId }: { after: TemplateRecord; authorId: string | null },
): Promise<Pick<TemplateRecord, 'saved'>> {
  const content = contentOf(before)
  const changes = changedParts(content, contentOf(after))
  if (changes.length === 0) return {}
  const { _id: templateId, projectId } = before
  const now = databaseNow()
  const former = versionOf(before)
  const kept = { ...former, projectId, templateId, content: await packContent(content) }
  const expiresAt = new Date(now.getTime() + KEPT_MS)
  await TemplateVersion.create([{ ...kept, _id: templateVersionId(templateId, former.version), expiresAt }], {
    session,
  })
  const oldest = former.version - MAX_VERSIONS
  if (oldest > 0) await TemplateVersion.deleteMany({ projectId, templateId, version: { $lte: oldest } }, { session })
  return { saved: { version: former.version + 1, savedAt: now, authorId, changes } }
}
