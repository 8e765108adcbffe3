const MOST = 200

/** A value of a custom field in one line, cut where it is long. */
export function shortValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text
}
