import type { OutboxEntry } from '../models/outbox-entry.js'

/** A document that an entry names. */
export interface NamedDocument {
  projectId: string
  id: string
  trace?: string | undefined
}

/** One document of an entry, dispatched alone or in a batch; for events and contacts, the entry as a whole. */
export interface OutboxItem extends NamedDocument {
  entry: OutboxEntry
  /** How many documents of the entry the item stands for. */
  documents: number
}

/** The items of an entry. The events and contacts of an entry are read together, so that they are one item. */
export function itemsOf(entry: OutboxEntry): OutboxItem[] {
  const { kind, _id, projectId, ids, trace, traces } = entry
  if (kind === 'event' || kind === 'contact') return [{ projectId, id: _id, trace, entry, documents: ids.length }]
  return ids.map((id) => ({ projectId, id, trace: traces?.[id] ?? trace, entry, documents: 1 }))
}
