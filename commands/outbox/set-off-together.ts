import type { ClientSession } from 'mongoose'
import { groupBy } from '../../models/domain/group-by.js'
import type { OutboxEntry, OutboxKind } from '../../models/outbox-entry.js'
import { createGroupedTransaction } from '../../runtime/mongodb/grouped-transaction.js'
import { traceParent } from '../../runtime/tracing/tracing.js'
import { setOff } from './set-off.js'

interface Stored {
  _id: string
  projectId: string
}

interface Written<Item> {
  item: Item
  trace: string | undefined
}

/**
 * Returns a function that writes one document with the entry which sets it off. Concurrent calls share a transaction, and
 * the calls of one project an entry, which each of them returns: a relay takes it once.
 */
export function createSetOffTogether<Item>(
  kind: OutboxKind,
  {
    documentOf,
    write,
  }: { documentOf: (item: Item) => Stored; write: (items: Item[], session: ClientSession) => Promise<void> },
): (item: Item) => Promise<OutboxEntry[]> {
  const store = createGroupedTransaction<Written<Item>, OutboxEntry[]>(async (written, session) => {
    await write(
      written.map(({ item }) => item),
      session,
    )
    const documents = written.map(({ item, trace }) => ({ ...idsOf(documentOf(item)), trace }))
    const entries: OutboxEntry[] = []
    for (const [projectId, of] of groupBy(documents, (each) => each.projectId)) {
      const traced = of.flatMap(({ id, trace }) => (trace ? [[id, trace] as const] : []))
      const traces = traced.length > 0 ? Object.fromEntries(traced) : undefined
      entries.push(...(await setOff(session, { kind, projectId, ids: of.map(({ id }) => id), traces })))
    }
    return documents.map(({ projectId }) => entries.filter((entry) => entry.projectId === projectId))
  })
  return (item) => store({ item, trace: traceParent() })
}

function idsOf({ _id: id, projectId }: Stored): { id: string; projectId: string } {
  return { id, projectId }
}
