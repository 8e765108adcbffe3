/**
 * Watches a process of the stack by the law of shards: `node --import` of this file, with SHARD_LAW naming a file that
 * `preloadOf` has written.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { isMainThread, threadId } from 'node:worker_threads'
import type { Orders } from './watched-processes.js'

// Other threads have no connection to MongoDB, and would load its driver for nothing.
if (isMainThread || process.argv[1]?.includes('campaign-threads')) {
  const { root, report, shardings, isWhole } = JSON.parse(
    readFileSync(process.env['SHARD_LAW'] ?? '', 'utf8'),
  ) as Orders
  const { watchProcess } = await import('./monitor.js')
  const known = new Set<string>()
  const tell = (line: string): void => {
    if (known.has(line)) return
    known.add(line)
    // A process may be killed at any moment.
    appendFileSync(`${report}/${process.pid}-${threadId}.ndjson`, `${line}\n`)
  }
  watchProcess({
    root,
    shardings: new Map(shardings),
    // These processes group the writes of all projects, as on a replica set.
    shardOf: () => '',
    onBreach: (breach) => tell(JSON.stringify({ breach })),
    ...(isWhole ? { onCommand: (collection, site) => tell(JSON.stringify({ seen: [collection, site] })) } : {}),
  })
}
