import { readdirSync, readFileSync } from 'node:fs'
import { declaredCollections } from '../../models/indexes.js'
import { EXCEPTIONS, exceptionOf } from './exceptions.js'
import type { LawReport } from './law.js'

// A query of a model, or an operation of its collection, in the code of a command.
const CALL =
  /\b[A-Z]\w+\s*(?:\.collection\s*)?\.(?:aggregate|bulkWrite|countDocuments|create|delete(?:One|Many)|distinct|exists|find\w*|insert(?:One|Many)|update(?:One|Many))\(/g

/** What the reports of a run tell beside breaches: rule 6, exceptions without use, and what no test reached. */
export function lawSummary(reports: readonly LawReport[]): string[] {
  const breaches = reports.flatMap((report) => report.breaches)
  const seen = reports.flatMap((report) => report.seen)
  const used = new Set(breaches.map(exceptionOf))
  const reached = new Set(seen.map(([, site]) => site))
  const names = new Set(seen.map(([collection]) => collection))
  return [
    '== Rule 6, which is not in force: the commands by line',
    ...countRule6(breaches),
    '== Exceptions that no test needed',
    ...EXCEPTIONS.filter((each) => !used.has(each)).map(({ file, collections }) => `${file}: ${collections.join()}`),
    '== Collections that no command of the tests named',
    ...declaredCollections().flatMap(({ name }) => (names.has(name) ? [] : [name])),
    '== Calls in commands/ that no test reached',
    ...callsIn('commands').filter((site) => !reached.has(site)),
  ]
}

function countRule6(breaches: LawReport['breaches']): string[] {
  const counts = new Map<string, number>()
  for (const { rule, collection, site, shape, count } of breaches) {
    if (rule !== 6) continue
    const key = `${site} on ${collection}: ${shape}`
    counts.set(key, (counts.get(key) ?? 0) + count)
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([key, count]) => `${count} ${key}`)
}

function callsIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  return files.sort().flatMap((file) => {
    const text = readFileSync(`${folder}/${file}`, 'utf8')
    // A stack names the line of the method, which may follow that of the model.
    return [...text.matchAll(CALL)].map(({ index, 0: call }) => {
      const line = text.slice(0, index + call.lastIndexOf('.')).split('\n').length
      return `${folder}/${file}:${line}`
    })
  })
}
