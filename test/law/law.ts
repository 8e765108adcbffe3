import { writeFileSync } from 'node:fs'
import { projectRoot } from '../../embedded/project-root.js'
import { fileCollections } from '../../models/file-buckets.js'
import { declaredCollections } from '../../models/indexes.js'
import type { Sharding } from '../../models/shard-key.js'
import { shardOf } from '../../runtime/mongodb/shard-of.js'
import { exceptionOf } from './exceptions.js'
import { watchProcess, type Breach } from './monitor.js'
import { toldByProcesses, watchSettings } from './watched-processes.js'

/** What a run has seen, for `npm test -- --law`. */
export interface LawReport {
  /** Breaches of rule 6, which is not in force, and allowed ones of the others, with the number of commands. */
  breaches: (Breach & { count: number })[]
  /** Collections with the lines that ran commands on them. */
  seen: [collection: string, site: string][]
}

// The file for the report of the run; without it, only breaches are noted.
const REPORT = process.env['LAW_REPORT']

const breaches = new Map<string, Breach & { count: number; test: string }>()
const seen = new Map<string, [string, string]>()
let test = ''

/** The sharding of every collection, by name. */
export function shardings(): Map<string, Sharding> {
  const all = [...declaredCollections(), ...fileCollections()]
  return new Map(
    all.map(({ name, shardKey, refinedBy, unshardedBecause }) => [
      name,
      { shardKey, ...(refinedBy && { refinedBy }), ...(unshardedBecause !== undefined && { unshardedBecause }) },
    ]),
  )
}

/** Judges every command of this process from now on by the law of shards. */
export function enforceLaw(): void {
  watchProcess({
    root: projectRoot,
    shardings: shardings(),
    shardOf,
    onBreach: note,
    ...(REPORT === undefined ? {} : { onCommand: noteSeen }),
  })
}

/** The settings by which the processes of a stack are judged too. */
export function lawSettings(): Promise<Record<string, string>> {
  return watchSettings({ shardings: [...shardings()], isWhole: REPORT !== undefined })
}

/** Names the test that runs. */
export function noteTest(title: string): void {
  test = title
}

/** Throws an error with all breaches that no exception allows. */
export function requireLawful(): void {
  for (const told of toldByProcesses()) {
    if ('breach' in told) note(told.breach)
    else noteSeen(...told.seen)
  }
  const all = [...breaches.values()]
  if (REPORT !== undefined) {
    const report: LawReport = { breaches: all, seen: [...seen.values()] }
    writeFileSync(REPORT, JSON.stringify(report))
  }
  const forbidden = all.filter((breach) => breach.rule !== 6 && !exceptionOf(breach))
  if (forbidden.length === 0) return
  const lines = forbidden.map(({ rule, collection, shape, site, count, test: first }) => {
    return `rule ${rule}: ${site} on ${collection}: ${shape} (${count} times, first in "${first}")`
  })
  throw new Error(`Against the law of shards (docs/operating/sharding.md):\n${lines.sort().join('\n')}`)
}

function note(breach: Breach): void {
  const key = `${breach.rule} ${breach.site} ${breach.collection} ${breach.shape}`
  const known = breaches.get(key)
  if (known) known.count += 1
  else breaches.set(key, { ...breach, count: 1, test })
}

function noteSeen(collection: string, site: string): void {
  seen.set(`${collection} ${site}`, [collection, site])
}
