import { createRequire } from 'node:module'
import type { Sharding } from '../../models/shard-key.js'
import { callSite, noteCallers, UNKNOWN } from './call-site.js'
import { judge, nameOf, type Command, type Rule } from './rules.js'

/** A breach of the law by one line of code. */
export interface Breach {
  rule: Rule
  collection: string
  shape: string
  /** The file and line that ran the command. */
  site: string
}

/** What a monitor needs to know, and whom it tells. */
export interface MonitorOptions {
  /** The folder of the project, with a slash at its end. */
  root: string
  shardings: ReadonlyMap<string, Sharding>
  shardOf: (projectId: string) => string
  /** Whether commands of tests themselves are judged too. */
  judgesTests?: boolean
  onBreach: (breach: Breach) => void
  /** Called for every command with its collection, if given; this costs a stack for each command. */
  onCommand?: (collection: string, site: string) => void
}

interface Session {
  inTransaction?(): boolean
  /** What the next command adds to the number of the transaction. */
  txnNumberIncrement: number
  serverSession?: { txnNumber: number }
}
interface Namespace {
  db: string
}
type Send = (this: unknown, ns: Namespace, command: Command, options?: { session?: Session }, as?: unknown) => unknown

/** The transaction of a session: what it has touched. */
interface Touched {
  txnNumber: number
  shards: Set<string>
  sharded: Set<string>
  unsharded: Set<string>
  reported: Set<string>
}

// MongoDB's own driver as mongoose uses it: every command leaves by the `command` of a connection.
const { Connection } = createRequire(createRequire(import.meta.url).resolve('mongoose'))(
  'mongodb/lib/cmap/connection.js',
) as { Connection: { prototype: { command: Send } } }

/** Judges every command of this process from now on. Returns a function that ends it. */
export function watchCommands(options: MonitorOptions): () => void {
  const { command: send } = Connection.prototype
  const transactions = new WeakMap<object, Touched>()
  Connection.prototype.command = function (ns, command, sendOptions, as) {
    if (nameOf(command) !== null && ns.db !== 'admin' && ns.db !== 'config') {
      watch(command, sendOptions?.session, transactions, options)
    }
    return send.call(this, ns, command, sendOptions, as)
  }
  return () => void (Connection.prototype.command = send)
}

/** Judges every command of this process until it ends, and finds the callers of Mongoose's queries. */
export function watchProcess(options: MonitorOptions): void {
  noteCallers()
  watchCommands(options)
}

function watch(
  command: Command,
  session: Session | undefined,
  transactions: WeakMap<object, Touched>,
  { root, shardings, shardOf, judgesTests = false, onBreach, onCommand }: MonitorOptions,
): void {
  const isInTransaction = session?.inTransaction?.() === true
  const { faults, collections, projects } = judge(command, { shardings, shardOf, isInTransaction })
  const found = faults.map(({ rule, collection, shape }) => ({ rule, collection, shape }))
  if (session && isInTransaction) {
    const touched = touchedBy(session, transactions)
    found.push(...touch(touched, { collections, shards: projects.map(shardOf), shardings }))
  }
  if (found.length === 0 && !onCommand) return
  const site = callSite(root)
  if (onCommand) for (const collection of collections) onCommand(collection, site)
  if (!judgesTests && (site.startsWith('test/') || site === UNKNOWN)) return
  for (const breach of found) onBreach({ ...breach, site })
}

function touchedBy(session: Session, transactions: WeakMap<object, Touched>): Touched {
  const txnNumber = (session.serverSession?.txnNumber ?? 0) + session.txnNumberIncrement
  const known = transactions.get(session)
  if (known?.txnNumber === txnNumber) return known
  const touched = {
    txnNumber,
    shards: new Set<string>(),
    sharded: new Set<string>(),
    unsharded: new Set<string>(),
    reported: new Set<string>(),
  }
  transactions.set(session, touched)
  return touched
}

/** What a command makes wrong with its transaction, once for each kind. */
function touch(
  touched: Touched,
  command: { collections: string[]; shards: string[]; shardings: ReadonlyMap<string, Sharding> },
): Omit<Breach, 'site'>[] {
  for (const shard of command.shards) touched.shards.add(shard)
  for (const collection of command.collections) {
    const isSharded = Boolean(command.shardings.get(collection)?.shardKey)
    ;(isSharded ? touched.sharded : touched.unsharded).add(collection)
  }
  const [collection = ''] = command.collections
  const isMixed = touched.sharded.size > 0 && touched.unsharded.size > 0
  const wrong = [
    ...(touched.shards.size > 1 ? ['two projects'] : []),
    ...(isMixed ? [`${[...touched.sharded].sort().join()} beside ${[...touched.unsharded].sort().join()}`] : []),
  ]
  return wrong.flatMap((shape) => {
    const kind = shape === 'two projects' ? shape : 'beside'
    if (touched.reported.has(kind)) return []
    touched.reported.add(kind)
    return [{ rule: 3 as const, collection, shape: `a transaction of ${shape}` }]
  })
}
