import type { ColumnPlan } from './column-plan.js'
import { columnsOption, firstPlan } from './column-plan.js'
import type { FileFormat } from './file-format.js'
import type { Beginning, Survey } from './survey-file.js'

/** The steps of an import, in their order. */
export const IMPORT_STEPS = ['file', 'columns', 'check', 'run'] as const
export type ImportStep = (typeof IMPORT_STEPS)[number]

/** What happens with contacts beside what their rows say. */
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
  /** What the whole file has; null until it is read. */
  survey: Survey | null
  plan: ColumnPlan
  options: ImportOptions
}

export const USUAL_OPTIONS: ImportOptions = { subscribed: true, resubscribe: false, segmentId: '' }

/** The draft for a file as it was read, with a first plan for its columns. */
export function draftOf(
  { file, format, beginning }: Pick<ImportDraft, 'file' | 'format' | 'beginning'>,
  fields: readonly string[],
): ImportDraft {
  const plan = firstPlan(beginning.header, beginning.rows, fields)
  return { file, format, beginning, survey: null, plan, options: USUAL_OPTIONS }
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

/** The address of a row of a draft's file. */
export function addressOf({ format, plan }: ImportDraft): (cells: readonly string[]) => string {
  if (format.kind === 'csv') return (cells) => cells[plan.indexOf('email')] ?? ''
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
