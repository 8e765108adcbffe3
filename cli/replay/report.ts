import type { TypeReport } from './replay-runs.js'

const HEADS = ['type', 'running', 'replayed', 'failed'] as const

/** How many of all runs failed. */
export function countFailed(reports: readonly TypeReport[]): number {
  return reports.reduce((sum, { failed }) => sum + failed, 0)
}

/** How many of all runs were replayed. */
export function countReplayed(reports: readonly TypeReport[]): number {
  return reports.reduce((sum, { replayed }) => sum + replayed, 0)
}

/** The report for a person: a table by type, each failure, and what follows. */
export function textReport(reports: readonly TypeReport[], namespace: string): string[] {
  if (reports.length === 0) return [`Nothing to replay: no workflows are running in the namespace ${namespace}.`]
  const rows = reports.map(({ type, found, replayed, failed }) => [type, found, replayed, failed].map(String))
  const widths = HEADS.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  return [line(HEADS), ...rows.map(line), ...reports.flatMap(failuresOf), '', conclusion(reports)]
}

function failuresOf({ type, failed, failures }: TypeReport): string[] {
  const lines = failures.map(({ workflowId, runId, reason }) => `${type} ${workflowId}, run ${runId}: ${reason}`)
  if (failed > failures.length) lines.push(`${type}: ${failed - failures.length} more`)
  return lines.length === 0 ? [] : ['', ...lines]
}

function conclusion(reports: readonly TypeReport[]): string {
  const [failed, replayed] = [countFailed(reports), countReplayed(reports)]
  if (failed > 0) return `${failed} of ${replayed} workflows failed to replay. Do not start a worker of this version.`
  const empty = reports.reduce((sum, report) => sum + report.empty, 0)
  const rest = empty > 0 ? ` (${empty} more have not started.)` : ''
  return `All ${replayed} workflows replay. Workers of this version can continue them.${rest}`
}
