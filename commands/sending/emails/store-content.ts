import { createHash } from 'node:crypto'
import { Content, type ContentRecord } from '../../../models/content.js'
import { LRUCache } from 'lru-cache'
import { batchCalls } from '../../../runtime/concurrency/batch-calls.js'
import { shardOf } from '../../../runtime/mongodb/shard-of.js'
import { retryOnDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import type { Translation } from '../../../models/template.js'
import type { Utm } from '../../../models/domain/utm.js'

/** The subject and body of a message as Liquid. A translation that lacks one of them uses that of the message. */
export interface ContentSource {
  subject: string
  body: string
  translations?: Record<string, Partial<Translation>> | null
  /** The UTM parameters of the links, in Liquid; null or absent without any. */
  utm?: Utm | null
}

const DAY_MS = 86_400_000
const MAX_BATCH = 100
const MAX_SHARED_CHARACTERS = 64 * 1024
const MAX_LOADED_CHARACTERS = 16 * 1024 * 1024
// The ids of contents that this process stored within a day.
const storedIds = new LRUCache<string, true>({ max: 10_000, ttl: DAY_MS })
// Content never changes, because its id is its hash.
const cache = new LRUCache<string, ContentRecord>({
  max: 1_000,
  maxSize: MAX_LOADED_CHARACTERS,
  sizeCalculation: charactersOf,
})

/**
 * Stores content under its hash, once for all messages with the same content, and returns the hash. The content is kept
 * for `retentionDays` after its last use. A process remembers for a day which contents it has stored, so that it writes
 * a template that is sent all day once.
 */
export async function storeContent(projectId: string, source: ContentSource, retentionDays: number): Promise<string> {
  const { subject, body, translations = null, utm } = source
  const id = contentIdOf(projectId, source)
  if (storedIds.has(id)) return id
  const expiresAt = contentExpiry(retentionDays)
  const content = { _id: id, projectId, subject, body, translations, ...(utm ? { utm } : {}), expiresAt }
  await writeContent({ content, isLarge: charactersOf(content) > MAX_SHARED_CHARACTERS })
  storedIds.set(id, true)
  return id
}

// Contents that are stored at the same moment share a write, except large ones.
const writeContent = batchCalls<{ content: ContentRecord; isLarge: boolean }, void>({
  keyOf: ({ content: { _id, projectId }, isLarge }) => (isLarge ? _id : projectId),
  groupOf: ({ content: { _id, projectId }, isLarge }) => (isLarge ? _id : shardOf(projectId)),
  maxBatch: MAX_BATCH,
  concurrencyPerKey: 2,
  async run(contents) {
    const byId = new Map(contents.map(({ content }) => [content._id, content]))
    const writes = [...byId.values()].map(({ _id, projectId, expiresAt, ...content }) => ({
      updateOne: {
        filter: { _id: _id as never, projectId },
        update: { $setOnInsert: content, $max: { expiresAt } },
        upsert: true,
      },
    }))
    await retryOnDuplicateKey(() => Content.collection.bulkWrite(writes, { ordered: false, ignoreUndefined: true }))
    return contents.map(() => undefined)
  },
})

function charactersOf({
  subject,
  body,
  translations,
}: Pick<ContentRecord, 'subject' | 'body' | 'translations'>): number {
  // `translations` is never shorter than the word null.
  return subject.length + body.length + JSON.stringify(translations).length
}

/** The time after which content that is used now may be deleted. */
export function contentExpiry(retentionDays: number): Date {
  // Two days more than the retention, because the last use is written once a day.
  return new Date(Date.now() + (retentionDays + 2) * DAY_MS)
}

/** The hash of content, which is its id. */
export function contentIdOf(projectId: string, { subject, body, translations = null, utm }: ContentSource): string {
  const text = JSON.stringify([projectId, subject, body, translations, ...(utm ? [utm] : [])])
  return createHash('sha256').update(text).digest('hex')
}

/** Loads content; null when its retention is over and the cache of this process does not hold it. */
export async function loadContent(projectId: string, id: string): Promise<ContentSource | null> {
  const cached = cache.get(id)
  if (cached) return cached.projectId === projectId ? cached : null
  const found = await Content.findOne({ _id: id, projectId }).lean()
  if (found) cache.set(id, found)
  return found
}
