import type { ColumnPlan } from './column-plan.js'
import { columnsOption, firstPlan } from './column-plan.js'
import type { FileFormat } from './file-format.js'
import type { Beginning, Survey } from './survey-file.js'

/** The steps of an import, in their order. */
export const IMPORT_STEPS = ['file', 'columns', 'check', 'run'] as const
export type ImportStep = (typeof IMPORT_STEPS)[number]

/** The options of an import that its rows do not decide. */
export interface ImportOptions {
  subscribed: boolean
  resubscribe: boolean
  /** A static segment that all of them join; empty for none. */
  segmentId: string
}

/** A file that is about to be imported, and how. */
export interface ImportDraft {
  file: File
  format: FileFormat
  beginning: Beginning
  /** The survey of the whole file; null until the file was read. */
  survey: Survey | null
  plan: ColumnPlan
  options: ImportOptions
  /** A byte late in the file has shown another encoding; the file is read in that encoding since then. */
  isReread: boolean
}

export const USUAL_OPTIONS: ImportOptions = { subscribed: true, resubscribe: false, segmentId: '' }

/**
 * The draft for a file as it was read, with a first plan for its columns. The user's choices for the same file, read in
 * another format, are kept.
 */
export function draftOf(
  read: Pick<ImportDraft, 'file' | 'format' | 'beginning' | 'isReread'>,
  fields: readonly string[],
  last: ImportDraft | null,
): ImportDraft {
  const plan = firstPlan(read.beginning.header, read.beginning.rows, fields)
  const draft = { ...read, survey: null, plan, options: USUAL_OPTIONS }
  if (last?.file !== read.file) return draft
  return { ...draft, plan: withChoices(plan, last, fields), options: last.options }
}

/** The plan with the meanings that the user has chosen, if the number of columns is the same. */
function withChoices(plan: ColumnPlan, last: ImportDraft, fields: readonly string[]): ColumnPlan {
  const { header, rows } = last.beginning
  if (header.length !== plan.length) return plan
  const proposed = firstPlan(header, rows, fields)
  return plan.map((target, index) => {
    const chosen = last.plan[index] ?? null
    return chosen === (proposed[index] ?? null) ? target : chosen
  })
}

/** The query of the API for a draft. */
export function queryOf({ beginning, format, plan, options }: ImportDraft, { dryRun }: { dryRun: boolean }) {
  const columns = format.kind === 'csv' ? columnsOption(beginning.header, plan) : undefined
  return {
    ...(columns === undefined ? {} : { columns }),
    ...(options.subscribed ? {} : { subscribed: false }),
    ...(options.resubscribe ? { resubscribe: true } : {}),
    ...(options.segmentId === '' ? {} : { segmentId: options.segmentId }),
    ...(dryRun ? { dryRun: true } : {}),
  }
}

/** The address of a row of a file; a CSV file has it in a column. */
export function addressOf({ format, column }: { format: FileFormat; column: number }): (cells: string[]) => string {
  if (format.kind === 'csv') return (cells) => cells[column] ?? ''
  return ([line = '']) => addressOfLine(line)
}

function addressOfLine(line: string): string {
  try {
    const value: unknown = JSON.parse(line)
    const email = typeof value === 'object' && value !== null && 'email' in value ? value.email : ''
    return typeof email === 'string' ? email : ''
  } catch {
    return ''
  }
}
