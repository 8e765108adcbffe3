import type { Sharding } from '../../models/shard-key.js'

/** The rules of the law of shards, by their numbers in `docs/operating/sharding.md`. */
export type Rule = 1 | 2 | 3 | 4 | 6

/** A command as MongoDB's driver sends it. */
export type Command = Record<string, unknown>

/** What the law knows of the place where a command runs. */
export interface Surroundings {
  shardings: ReadonlyMap<string, Sharding>
  /** The shard of a project, as `shardOf`. */
  shardOf: (projectId: string) => string
  isInTransaction: boolean
}

/** What is wrong with a command. */
export interface Fault {
  rule: Rule
  collection: string
  /** The command without its values. */
  shape: string
}

/** What a command tells about itself. */
export interface Judged {
  faults: Fault[]
  /** The collections that the command names, those of its `$lookup`s included. */
  collections: string[]
  /** The projects whose documents it reads or writes. */
  projects: string[]
}

type Filter = Record<string, unknown>
type Stage = Record<string, unknown>

const NAMES = ['find', 'aggregate', 'count', 'distinct', 'insert', 'update', 'delete', 'findAndModify'] as const

/** The name of a command on a collection; null for others, such as the end of a transaction. */
export function nameOf(command: Command): (typeof NAMES)[number] | null {
  return NAMES.find((name) => typeof command[name] === 'string') ?? null
}

/** Judges a command by the rules that concern a single command. */
export function judge(command: Command, surroundings: Surroundings): Judged {
  const name = nameOf(command)
  if (name === null) return { faults: [], collections: [], projects: [] }
  const judgement = new Judgement(String(command[name]), surroundings)
  if (name === 'insert') judgement.insert(listOf<Filter>(command['documents']))
  else if (name === 'aggregate') judgement.pipeline(command)
  else for (const statement of statementsOf(name, command)) judgement.statement(name, statement)
  if (name === 'distinct') judgement.forbidInSnapshot(command, 'distinct')
  return judgement.result()
}

interface Statement {
  filter: Filter
  /** Missing in reads. */
  write?: { isSingle: boolean; isUpsert: boolean; update?: unknown }
}

function statementsOf(name: string, command: Command): Statement[] {
  const filterOf = (filter: unknown): Filter => (filter ?? {}) as Filter
  if (name === 'find') return [{ filter: filterOf(command['filter']) }]
  if (name === 'count' || name === 'distinct') return [{ filter: filterOf(command['query']) }]
  if (name === 'findAndModify') {
    const write = { isSingle: true, isUpsert: command['upsert'] === true, update: command['update'] }
    return [{ filter: filterOf(command['query']), write }]
  }
  if (name === 'delete') {
    return listOf<Filter>(command['deletes']).map(({ q, limit }) => ({
      filter: filterOf(q),
      write: { isSingle: Number(limit) === 1, isUpsert: false },
    }))
  }
  return listOf<Filter>(command['updates']).map(({ q, u, multi, upsert }) => ({
    filter: filterOf(q),
    write: { isSingle: multi !== true, isUpsert: upsert === true, update: u },
  }))
}

class Judgement {
  readonly #collection: string
  readonly #in: Surroundings
  readonly #faults: Fault[] = []
  readonly #collections = new Set<string>()
  readonly #projects = new Set<string>()

  constructor(collection: string, surroundings: Surroundings) {
    this.#collection = collection
    this.#in = surroundings
    this.#collections.add(collection)
  }

  result(): Judged {
    return { faults: this.#faults, collections: [...this.#collections], projects: [...this.#projects] }
  }

  insert(documents: Filter[]): void {
    if (!this.#isSharded(this.#collection)) return
    const projects = documents.map(({ projectId }) => projectId)
    const isFault = projects.some((projectId) => typeof projectId !== 'string') || this.#areApart(projects as string[])
    if (isFault) this.#fault(4, 'insert')
    for (const projectId of projects) if (typeof projectId === 'string') this.#projects.add(projectId)
  }

  statement(name: string, { filter, write }: Statement): void {
    if (!this.#isSharded(this.#collection)) return
    this.#filter(filter, () => `${name} ${shapeOf(filter)}`)
    if (write) this.#judgeRefined(name, filter, write)
  }

  pipeline(command: Command): void {
    const stages = listOf<Stage>(command['pipeline'])
    if (this.#isSharded(this.#collection)) {
      const filter = { $and: leadingMatches(stages) }
      this.#filter(filter, () => `aggregate ${stages.map(shapeOfStage).join(' ')}`)
    }
    for (const stage of stages) this.#joins(stage, command)
  }

  forbidInSnapshot(command: Command, what: string): void {
    const { level } = (command['readConcern'] ?? {}) as { level?: string }
    if (level === 'snapshot' && this.#isSharded(this.#collection)) this.#fault(2, `${what} in a snapshot`)
  }

  #joins(stage: Stage, command: Command): void {
    for (const pipeline of Object.values((stage['$facet'] ?? {}) as Record<string, Stage[]>)) {
      for (const inner of pipeline) this.#joins(inner, command)
    }
    const joined = joinOf(stage)
    if (!joined) return
    const { kind, from, pipeline } = joined
    this.#collections.add(from)
    for (const inner of pipeline) this.#joins(inner, command)
    if (!this.#isSharded(from)) return
    const projects = projectsOf({ $and: leadingMatches(pipeline) })
    const shape = `${kind} ${from} ${pipeline.map(shapeOfStage).join(' ')}`.trim()
    if (projects === null && !joined.isByProject) this.#fault(2, shape, from)
    for (const projectId of projects ?? []) this.#projects.add(projectId)
    if (this.#in.isInTransaction) this.#fault(2, `${shape} in a transaction`, from)
    else if (kind === '$lookup') this.forbidInSnapshot(command, shape)
  }

  #filter(filter: Filter, shape: () => string): void {
    const projects = projectsOf(filter)
    if (projects === null || this.#areApart(projects)) this.#fault(1, shape())
    for (const projectId of projects ?? []) this.#projects.add(projectId)
  }

  #judgeRefined(name: string, filter: Filter, { isSingle, isUpsert, update }: NonNullable<Statement['write']>): void {
    const { refinedBy = [] } = this.#in.shardings.get(this.#collection) ?? {}
    if (refinedBy.length === 0) return
    const isWhole = refinedBy.every((field) => isEquality(filter, field))
    const changed = refinedBy.filter((field) => field !== '_id' && changes(update, field))
    if (changed.length > 0 && !(isSingle && isWhole)) this.#fault(6, `${name} changes ${changed.join()}`)
    else if ((isSingle || isUpsert) && !isWhole) this.#fault(6, `${name} ${shapeOf(filter)}`)
  }

  #isSharded(collection: string): boolean {
    return Boolean(this.#in.shardings.get(collection)?.shardKey)
  }

  #areApart(projects: readonly string[]): boolean {
    return new Set(projects.map(this.#in.shardOf)).size > 1
  }

  #fault(rule: Rule, shape: string, collection = this.#collection): void {
    this.#faults.push({ rule, collection, shape })
  }
}

interface Join {
  kind: '$lookup' | '$unionWith'
  from: string
  pipeline: Stage[]
  /** Whether the joined documents are those with the project of the document. */
  isByProject: boolean
}

function joinOf(stage: Stage): Join | null {
  const lookup = stage['$lookup'] as (Partial<Join> & { localField?: string; foreignField?: string }) | undefined
  if (lookup) {
    const { from = '', pipeline = [], localField, foreignField } = lookup
    const isByProject = (localField === 'projectId' && foreignField === 'projectId') || asksForProject(pipeline)
    return { kind: '$lookup', from, pipeline, isByProject }
  }
  const union = stage['$unionWith'] as string | { coll?: string; pipeline?: Stage[] } | undefined
  if (union === undefined) return null
  const { coll = '', pipeline = [] } = typeof union === 'string' ? { coll: union } : union
  return { kind: '$unionWith', from: coll, pipeline, isByProject: false }
}

/** Whether a joined pipeline compares the project with a variable of the outer document. */
function asksForProject(pipeline: Stage[]): boolean {
  const [first] = leadingMatches(pipeline)
  const { $eq } = (first?.['$expr'] ?? {}) as { $eq?: unknown[] }
  return Boolean($eq?.includes('$projectId') && $eq.some((side) => String(side).startsWith('$$')))
}

function leadingMatches(stages: Stage[]): Filter[] {
  const end = stages.findIndex((stage) => !('$match' in stage))
  return stages.slice(0, end === -1 ? stages.length : end).map(({ $match }) => $match as Filter)
}

/** The projects whose documents a filter can match; null if it does not name them. */
export function projectsOf(filter: Filter): string[] | null {
  const own = valuesOf(filter['projectId'])
  if (own !== null) return own
  for (const part of listOf<Filter>(filter['$and'])) {
    const found = projectsOf(part)
    if (found !== null) return found
  }
  const branches = listOf<Filter>(filter['$or']).map(projectsOf)
  if (branches.length === 0 || branches.includes(null)) return null
  return [...new Set(branches.flatMap((found) => found ?? []))]
}

function valuesOf(condition: unknown): string[] | null {
  if (typeof condition === 'string') return [condition]
  const { $eq, $in } = (condition ?? {}) as { $eq?: unknown; $in?: unknown[] }
  if (typeof $eq === 'string') return [$eq]
  return Array.isArray($in) && $in.every((each) => typeof each === 'string') ? [...new Set($in)] : null
}

function isEquality(filter: Filter, field: string): boolean {
  const value = filter[field]
  if (value !== undefined) {
    const { $in } = (value ?? {}) as { $in?: unknown[] }
    return Array.isArray($in) ? $in.length === 1 : !isOperators(value)
  }
  return listOf<Filter>(filter['$and']).some((part) => isEquality(part, field))
}

function changes(update: unknown, field: string): boolean {
  const stages = Array.isArray(update) ? (update as Stage[]) : [(update ?? {}) as Stage]
  return stages.some(({ $set, $unset }) => hasField($set, field) || hasField($unset, field))
}

const hasField = (part: unknown, field: string): boolean =>
  typeof part === 'object' && part !== null && Object.hasOwn(part, field)

/** A list of a command; the driver sends a long one as a sequence of documents. */
function listOf<Item>(value: unknown): Item[] {
  if (Array.isArray(value)) return value as Item[]
  const { documents } = (value ?? {}) as { documents?: unknown }
  return Array.isArray(documents) ? (documents as Item[]) : []
}

function isOperators(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false
  return Object.keys(value).some((key) => key.startsWith('$'))
}

/** A filter without its values: its fields with their operators, sorted. */
function shapeOf(filter: Filter): string {
  const parts = Object.entries(filter).map(([field, value]) => {
    if (field.startsWith('$')) {
      const branches = listOf<Filter>(value)
      return branches.length === 0 ? field : `${field}[${[...new Set(branches.map(shapeOf))].join()}]`
    }
    return isOperators(value) ? `${field}${Object.keys(value).join('')}` : field
  })
  return `{${parts.sort().join()}}`
}

function shapeOfStage(stage: Stage): string {
  const [name = '', value] = Object.entries(stage)[0] ?? []
  return name === '$match' ? `$match${shapeOf(value as Filter)}` : name
}
