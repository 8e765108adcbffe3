import type { OutboxEntry } from '../models/outbox-entry.js'

/** A document that an entry names. */
export interface NamedDocument {
  projectId: string
  id: string
  trace?: string | undefined
}

/** A document of an entry, to be dispatched by itself or with others; of events and contacts, the entry as a whole. */
export interface OutboxItem extends NamedDocument {
  entry: OutboxEntry
  /** How many documents of the entry it stands for. */
  documents: number
}

/** What is dispatched of an entry. Events and contacts are read together. */
export function itemsOf(entry: OutboxEntry): OutboxItem[] {
  const { kind, _id, projectId, ids, trace, traces } = entry
  if (kind === 'event' || kind === 'contact') return [{ projectId, id: _id, trace, entry, documents: ids.length }]
  return ids.map((id) => ({ projectId, id, trace: traces?.[id] ?? trace, entry, documents: 1 }))
}
