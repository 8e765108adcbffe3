import { t } from '../../messages/index.js'

/** The details of an event beyond its name, the most useful first: the reason and the link. */
export function happeningText(data: Record<string, unknown>): string {
  const text = (name: string): string => {
    const value = data[name]
    return typeof value === 'string' ? value : ''
  }
  const type = text('bounceType')
  const bounce = [t.emails.bounceTypes[type] ?? type, text('bounceSubType')]
  const parts = [...bounce, text('complaintFeedbackType'), text('diagnosticCode'), text('reason'), text('error')]
  return [...parts, text('link'), text('url')].filter((part) => part !== '').join(' · ')
}
