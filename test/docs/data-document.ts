import { readdirSync } from 'node:fs'
import mongoose from 'mongoose'
import { asIndex, type Index } from '../../models/indexes.js'
import { shardingOf, type Sharding } from '../../models/shard-key.js'
import { readDocument, ROOT } from './documents.js'
import { markdownTable } from './markdown-table.js'

/** The document of the collections, by its path from the project's folder. */
export const DATA = 'docs/data.md'

const INTRODUCTION = `# Data

<!-- Made from \`models/\` and its callers by \`npm run docs\`: change those. -->

MongoDB has these collections, each with its fields, its indexes besides that of \`_id\`, and the folders whose files
write to it. The models describe each field. [Architecture](architecture.md#collections) shows how the collections are
related.

The compiler rejects a query without a project on a collection that belongs to projects (\`models/owned-model.ts\`),
except for the queries in the [last table](#queries-over-projects).
`

const ACROSS = `
## Queries over projects

\`acrossProjects\` allows these queries to omit the project.

`

const WIDTH = 120
const ROOMS = ['gateway', 'workers', 'cli', 'outbox', 'activities', 'commands', 'mail', 'runtime', 'models/migrations']
// The methods of a model and of its collection that write, and the functions that write for their callers.
const WRITES = '(?:collection\\s*\\.)?(?:create|insert|update|delete|replace|bulkWrite|findOneAnd)'

/** A source file, by its path from the project's folder. */
interface Source {
  path: string
  text: string
}

/** A model, with the source that declares it. */
interface Declared {
  exported: string
  schemaName: string
  source: string
  isOwned: boolean
  collection: string
  fields: string[]
  indexes: Index[]
  sharding: Sharding
}

/** The document of the collections as the models and their callers say it, formatted. */
export function dataDocument(): string {
  const sources = ROOMS.flatMap((room) => sourcesIn(`${room}/`))
  const sections = declaredModels().map((model) => sectionOf(model, sources))
  return `${INTRODUCTION}${sections.join('')}${ACROSS}${exceptions(sources)}\n`
}

function declaredModels(): Declared[] {
  const declared = sourcesIn('models/', false).flatMap(({ text: source }) => {
    const found = /^export const (\w+) = (model|ownedModel)(?:<\w+>)?\('(\w+)', (\w+)\)$/m.exec(source)
    if (!found) return []
    const [, exported = '', by, name = '', schemaName = ''] = found
    // `models/indexes.ts` imports every model.
    const { collection, schema } = mongoose.model(name)
    return {
      exported,
      schemaName,
      source,
      isOwned: by === 'ownedModel',
      collection: collection.name,
      fields: Object.keys(schema.paths).filter((path) => path !== '__v' && !path.includes('.')),
      indexes: schema.indexes().map(([key, options]) => asIndex({ ...options, key })),
      sharding: shardingOf(schema),
    }
  })
  return declared.sort((one, other) => (one.collection < other.collection ? -1 : 1))
}

function sectionOf(model: Declared, sources: readonly Source[]): string {
  const { collection, isOwned, fields, indexes } = model
  const facts = [
    isOwned ? 'Each record belongs to a project.' : 'The records belong to the installation.',
    describeSharding(model.sharding),
    `Fields: ${fields.map((field) => `\`${field}\``).join(', ')}.`,
    `Written in ${writersOf(model, sources).join(', ')}.`,
    ...indexes.flatMap(timeToLive),
  ]
  const comments = indexComments(model, indexes.length)
  const rows = indexes.map((index, n) => [describeIndex(index), comments[n] ?? ''])
  const table = rows.length === 0 ? '' : `\n${markdownTable([['Index', 'Serves'], ...rows])}\n`
  const list = facts.map((fact) => wrapped(fact, '- ', '  ')).join('\n')
  return `\n## \`${collection}\`\n\n${wrapped(commentOf(model))}\n\n${list}\n${table}`
}

/** The comment of the schema, or else of the record. */
function commentOf({ collection, source, schemaName }: Declared): string {
  const record = new RegExp(`const ${schemaName} = new Schema<(\\w+)>`).exec(source)?.[1]
  for (const declaration of [`const ${schemaName} =`, `(?:export )?interface ${record}\\b`]) {
    const [, comment] = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\n${declaration}`).exec(source) ?? []
    if (comment !== undefined) return comment.replaceAll(/\s*\n \*/g, '').trim()
  }
  throw new Error(`${collection} has no comment`)
}

/** The comment above each index, in the order of the indexes. One above a loop stands for all indexes of the loop. */
function indexComments({ collection, source, schemaName }: Declared, count: number): string[] {
  const before = '((?:^//.*\\n)*)(^for .*\\n)?'
  const calls = [...source.matchAll(new RegExp(`${before}^ *${schemaName}\\.index\\(`, 'gm'))]
  const comments = calls.map(([, lines = '', loop]) => {
    const comment = lines
      .replaceAll(/^\/\/ /gm, '')
      .trim()
      .replaceAll('\n', ' ')
    if (comment === '') throw new Error(`An index of ${collection} has no comment that names the call it serves`)
    return { comment, isLoop: loop !== undefined }
  })
  if (comments.filter(({ isLoop }) => isLoop).length > 1) throw new Error(`${collection} makes indexes by two loops`)
  return comments.flatMap(({ comment, isLoop }) =>
    Array.from({ length: isLoop ? count - comments.length + 1 : 1 }, () => comment),
  )
}

function describeIndex({ key, name, unique, partialFilterExpression = {}, expireAfterSeconds }: Index): string {
  const fields = Object.entries(key).map(([field, direction]) => `${field}${direction === -1 ? ' ↓' : ''}`)
  const isNamed = name !== asIndex({ key }).name
  const conditions = Object.keys(partialFilterExpression).map((field) => `\`${field}\``)
  return [
    `${isNamed ? `\`${name}\`: ` : ''}\`${fields.join(', ')}\``,
    ...(unique ? ['unique'] : []),
    ...(conditions.length > 0 ? [`partial by ${conditions.join(' and ')}`] : []),
    ...(expireAfterSeconds === undefined ? [] : ['time to live']),
  ].join('; ')
}

function describeSharding({ shardKey, refinedBy = [], unshardedBecause }: Sharding): string {
  if (!shardKey) return `Not sharded: ${unshardedBecause}.`
  const key = Object.keys(shardKey).join(', ')
  return `Sharded by \`${key}\`${refinedBy.length > 0 ? `, which can be refined by \`${refinedBy.join(', ')}\`` : ''}.`
}

function timeToLive({ key, expireAfterSeconds }: Index): string[] {
  if (expireAfterSeconds === undefined) return []
  const days = expireAfterSeconds / 86_400
  const after = days >= 1 ? `${days} days after` : expireAfterSeconds > 0 ? `${expireAfterSeconds} seconds after` : 'at'
  return [`MongoDB deletes a record ${after} \`${Object.keys(key).join()}\`.`]
}

/** The folders of the files that write to a collection. */
function writersOf({ exported, collection }: Declared, sources: readonly Source[]): string[] {
  const writes = new RegExp(
    `\\b${exported}\\s*\\.\\s*${WRITES}|` +
      `\\b(?:updateEach|removeWhere|storeParts|createBatchedInsert(?:<\\w+>)?)\\((?:\\w+, )?\\s*${exported}\\b|` +
      `\\bofProject\\([^)]*\\b${exported}\\b|tableName: ${exported}\\b`,
  )
  const named = sources.filter(({ text }) => text.includes(exported))
  const writers = named.filter(({ text }) => writes.test(text)).map(({ path }) => path.replace(/[^/]+$/, ''))
  if (writers.length === 0) throw new Error(`Nobody writes to ${collection}`)
  return [...new Set(writers)].sort().map((folder) => `\`${folder}\``)
}

/** The queries that name no project, each with its file and its reason. */
function exceptions(sources: readonly Source[]): string {
  const rows = sources.flatMap(({ path, text }) => {
    const named = new Map([...text.matchAll(/^ *const (\w+) = '(.+)'$/gm)].map(([, name, reason]) => [name, reason]))
    const reasons = [...text.matchAll(/acrossProjects\(/g)].map(({ index }) => {
      const args = argumentsAt(text, index + 'acrossProjects('.length)
      const reason = /'([^']+)',?\s*$/.exec(args)?.[1] ?? named.get(/(\w+),?\s*$/.exec(args)?.[1] ?? '')
      if (reason === undefined) throw new Error(`${path} gives no reason for a query over projects`)
      return reason
    })
    return [...new Set(reasons)].map((reason) => [`\`${path}\``, reason])
  })
  return markdownTable([['File', 'Why'], ...rows])
}

/** The text of a call from its opening to its closing bracket. */
function argumentsAt(text: string, start: number): string {
  let depth = 1
  let end = start
  while (depth > 0 && end < text.length) {
    depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0
    end += 1
  }
  return text.slice(start, end - 1)
}

function wrapped(text: string, first = '', indent = ''): string {
  const lines: string[] = []
  let line = first
  for (const word of text.split(' ')) {
    if (`${line} ${word}`.length > WIDTH && line.trim() !== '') {
      lines.push(line.trimEnd())
      line = indent
    }
    line += `${word} `
  }
  return [...lines, line.trimEnd()].join('\n')
}

function sourcesIn(folder: string, recursive = true): Source[] {
  return readdirSync(`${ROOT}${folder}`, { recursive, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => ({ path: `${folder}${file}`, text: readDocument(`${folder}${file}`) }))
}
