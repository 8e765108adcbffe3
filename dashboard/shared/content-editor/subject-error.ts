import type { ListedFinding } from './listed-finding.js'
import { fieldOf } from './message-draft.js'

/** The error of a subject, as the server finds it. */
export function subjectError(findings: readonly ListedFinding[], language: string | null): string | undefined {
  const field = fieldOf(language, 'subject')
  return findings.find(({ finding }) => finding.field === field && finding.severity === 'error')?.finding.message
}
