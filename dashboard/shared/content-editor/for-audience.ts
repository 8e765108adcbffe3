import type { Finding } from './message-draft.js'

/** The number of contacts in an audience without a value for a variable of the message. */
export interface LackedVariable {
  name: string
  count: number
}

/**
 * The findings of a message as they are true for its audience. A gap that no recipient sees is none, and one that some
 * of them see is a warning, whatever the contact of the preview has. Without `lacked` the findings are those of that
 * contact.
 */
export function findingsFor<One extends Pick<Finding, 'code' | 'severity' | 'variable'>>(
  findings: readonly One[],
  lacked: readonly LackedVariable[] | null,
): One[] {
  const countOf = new Map(lacked?.map(({ name, count }) => [name, count]))
  return findings.flatMap((finding) => {
    const count = finding.code === 'variable_without_fallback' ? countOf.get(finding.variable ?? '') : undefined
    if (count === undefined) return [finding]
    return count === 0 ? [] : [{ ...finding, severity: 'warning' as const }]
  })
}
