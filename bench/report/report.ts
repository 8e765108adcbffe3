import { GOALS, isMet, type Goal } from '../goals.js'
import type { Row } from '../measuring/meter.js'
import type { Figures } from '../part.js'
import { formatNumber, renderTable } from './table.js'

/** The outcome of one part. */
export interface PartOutcome {
  seconds: number
  sizes: Record<string, number>
  rows: Record<string, Row>
  figures: Figures
  details?: Readonly<Record<string, unknown>>
  /** Why it did not run on this machine. */
  leftOut?: string
  error?: string
}

/** A goal beside the value that was measured. */
export interface Judgement extends Goal {
  name: string
  measured: number
  isMet: boolean
}

type Column = [title: string, key: string, read: (row: Row) => string]

const cpu = (name: string): Column => [name, `cpuMsPerUnit.${name}`, (row) => formatNumber(row.cpuMsPerUnit?.[name])]

const COLUMNS: readonly Column[] = [
  ['a second', 'perSecond', ({ perSecond }) => formatNumber(perSecond)],
  ['answer p50/p99 ms', 'answerP99Ms', ({ answer }) => latencies(answer)],
  ['inbox p50/p99 ms', 'inboxP99Ms', ({ inbox }) => latencies(inbox)],
  ['commands', 'commandsPerUnit', ({ commandsPerUnit }) => formatNumber(commandsPerUnit)],
  ['CPU ms', 'cpuMsPerUnit', ({ cpuMsPerUnit }) => formatNumber(cpuMsPerUnit?.['total'])],
  ...['mongodb', 'temporal', 'provider', 'gateway', 'worker'].map(cpu),
  ['MB', 'memoryMb', ({ memoryMb }) => formatNumber(memoryMb?.['gatewayAndWorker'])],
]

/** The tables of a run: a line for each row with its goals under it, and then the figures. */
export function renderReport(parts: Readonly<Record<string, PartOutcome>>): string {
  const rows = Object.entries(parts).flatMap(([part, { rows }]) =>
    Object.entries(rows).flatMap(([name, row]) => rowLines(`${part}.${name}`, row)),
  )
  const figures = Object.entries(parts).flatMap(([part, { figures }]) =>
    Object.entries(figures).map(([name, value]) => figureLine(`${part}.${name}`, value)),
  )
  const failures = Object.entries(parts).flatMap(([part, { error, leftOut }]) => [
    ...(error === undefined ? [] : [`${part} failed: ${error}`]),
    ...(leftOut === undefined ? [] : [`${part} was left out: ${leftOut}`]),
    ...(error === undefined && leftOut === undefined ? goalsWithoutValue(part, parts) : []),
  ])
  return [
    ...(rows.length > 0 ? [renderTable(['each unit', ...COLUMNS.map(([title]) => title)], rows)] : []),
    ...(figures.length > 0 ? [renderTable(['figure', 'value', 'goal', ''], figures)] : []),
    ...(failures.length > 0 ? [failures.join('\n')] : []),
  ].join('\n\n')
}

/** Every goal whose value was measured. */
export function judge(parts: Readonly<Record<string, PartOutcome>>): Judgement[] {
  const values = Object.entries(parts).flatMap(([part, { rows, figures }]) => [
    ...Object.entries(rows).flatMap(([name, row]) =>
      Object.entries(valuesOf(row)).map(([column, value]) => [`${part}.${name}.${column}`, value] as const),
    ),
    ...Object.entries(figures).map(([name, value]) => [`${part}.${name}`, value] as const),
  ])
  return values.flatMap(([name, measured]) => {
    const goal = GOALS[name]
    return goal && measured !== undefined ? [{ name, measured, ...goal, isMet: isMet(goal, measured) }] : []
  })
}

/** A line for each goal of a part whose value was not measured: a renamed row would otherwise lose its goal unseen. */
function goalsWithoutValue(part: string, parts: Readonly<Record<string, PartOutcome>>): string[] {
  const judged = new Set(judge(parts).map(({ name }) => name))
  const goals = Object.keys(GOALS).filter((name) => name.startsWith(`${part}.`) && !judged.has(name))
  return goals.map((name) => `${name} has a goal, and was not measured`)
}

/** The values of a row for which there may be a goal, by the name of their column. */
function valuesOf(row: Row): Record<string, number | undefined> {
  return {
    perSecond: row.perSecond,
    answerP99Ms: row.answer?.p99Ms,
    inboxP99Ms: row.inbox?.p99Ms,
    commandsPerUnit: row.commandsPerUnit,
    cpuMsPerUnit: row.cpuMsPerUnit?.['total'],
    memoryMb: row.memoryMb?.['gatewayAndWorker'],
  }
}

function rowLines(name: string, row: Row): string[][] {
  const values = valuesOf(row)
  const goals = COLUMNS.map(([, key]) => {
    const [goal, measured] = [GOALS[`${name}.${key}`], values[key]]
    return goal && measured !== undefined ? goalText(goal, measured) : ''
  })
  const line = [`${name.replace('.', ': ')}, ${row.label}`, ...COLUMNS.map(([, , read]) => read(row))]
  return goals.some(Boolean) ? [line, ['  goal', ...goals]] : [line]
}

function figureLine(name: string, value: number): string[] {
  const goal = GOALS[name]
  return [name.replace('.', ': '), formatNumber(value), goal ? goalText(goal, value) : '', goal?.meaning ?? '']
}

function goalText(goal: Goal, measured: number): string {
  return `${goal.bound === 'most' ? '≤' : '≥'} ${formatNumber(goal.value)} ${isMet(goal, measured) ? '✓' : '✗'}`
}

function latencies(latency: Row['answer']): string {
  return latency ? `${formatNumber(latency.p50Ms)}/${formatNumber(latency.p99Ms)}` : ''
}
