import { createHash } from 'node:crypto'
import { Content, type ContentRecord } from '../../models/content.js'
import { LruCache } from '../../runtime/lru-cache.js'
import { upserting } from '../../runtime/mongodb/duplicate-key.js'
import type { Translation } from '../../models/template.js'

/** What a message says, as Liquid. */
export interface ContentSource {
  subject: string
  body: string
  translations?: Record<string, Translation> | null
}

const DAY_MS = 86_400_000
const MAX_LOADED_CHARACTERS = 16 * 1024 * 1024
// When each content was last stored or kept alive by this process.
const known = new LruCache<number>({ maxEntries: 10_000 })
// What was read; content never changes, because it is named by its hash.
const loaded = new LruCache<ContentRecord>({
  maxEntries: 1_000,
  maxWeight: MAX_LOADED_CHARACTERS,
  weigh: ({ subject, body, translations }) => subject.length + body.length + JSON.stringify(translations).length,
})

/**
 * Stores content under the hash of it, once for however many messages say it, and returns that hash. It is
 * kept for `retentionDays` after its last use; this process remembers for a day what it stored, so that a
 * template sent all day long is written once.
 */
export async function storeContent(projectId: string, source: ContentSource, retentionDays: number): Promise<string> {
  const { subject, body, translations = null } = source
  const id = contentIdOf(projectId, source)
  const now = Date.now()
  if (now - (known.get(id) ?? 0) < DAY_MS) return id
  await upserting(() =>
    Content.updateOne(
      { _id: id, projectId },
      {
        $setOnInsert: { subject, body, translations },
        // Two days more than promised, because its use is noted once a day.
        $max: { expiresAt: new Date(now + (retentionDays + 2) * DAY_MS) },
      },
      { upsert: true },
    ),
  )
  known.set(id, now)
  return id
}

/** The hash of content, which is its id. */
export function contentIdOf(projectId: string, { subject, body, translations = null }: ContentSource): string {
  const text = JSON.stringify([projectId, subject, body, translations])
  return createHash('sha256').update(text).digest('hex')
}

/** Reads content back; null when its retention is over, and it was not in use just now. */
export async function loadContent(projectId: string, id: string): Promise<ContentSource | null> {
  const known = loaded.get(id)
  if (known) return known.projectId === projectId ? known : null
  const found = await Content.findOne({ _id: id, projectId }).lean()
  if (found) loaded.set(id, found)
  return found
}
