import { t } from '../../messages/index.js'

/** The details of an event beyond its name, the most useful first: the reason in words, and the link. */
export function happeningText(data: Record<string, unknown>): string {
  const text = (name: string): string => {
    const value = data[name]
    return typeof value === 'string' ? value : ''
  }
  const type = text('bounceType')
  const bounce = [t.emails.bounceTypes[type] ?? '', t.emails.bounceSubTypes[text('bounceSubType')] ?? '']
  const reasons: Partial<Record<string, { why: string }>> = t.reasons.emails
  const wordsOf = (reason: string): string => reasons[reason]?.why ?? reason
  const parts = [...bounce, text('complaintFeedbackType'), text('diagnosticCode')]
  const rest = [wordsOf(text('reason')), wordsOf(text('error')), text('link'), text('url')]
  return [...parts, ...rest].filter((part) => part !== '').join(' · ')
}
