import { SEVERITIES, type Check, type Severity } from './examination.js'

/** The worst of all findings. */
export function worstOf(checks: readonly Check[]): Severity {
  return SEVERITIES.findLast((severity) => checks.some(({ status }) => status === severity)) ?? 'ok'
}

/** The report for a person: a line for each check, and below the line of a warning or fault its remedy. */
export function textReport(checks: readonly Check[]): string[] {
  const width = Math.max(...SEVERITIES.map((severity) => severity.length))
  const lines = checks.flatMap((check) => [
    `${check.status.padEnd(width)}  ${check.name}: ${check.found}`,
    ...('remedy' in check ? [`${' '.repeat(width)}  → ${check.remedy}`] : []),
  ])
  const count = (severity: Severity): number => checks.filter(({ status }) => status === severity).length
  const total = `${checks.length} checks: ${count('ok')} ok, warnings: ${count('warning')}, faults: ${count('fault')}`
  return [...lines, '', total]
}
