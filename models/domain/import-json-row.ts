import { isAddress, normaliseAddress } from './addresses.js'
import { planDataPatch } from './data.js'
import { exactValue } from './exact-value.js'
import { isPlainObject } from './fields.js'
import { reasonOf, ROW_TOO_LONG, shownEmail, type BadRow, type FileRow, type ImportRow } from './import-row.js'
import { trimText } from './trim-text.js'

/** Reads a line of a file of JSON lines: an object with `email`, and with `subscribed` and `data` where it says so. */
export function readJsonRow({ row, line = '', isTooLong }: FileRow): ImportRow | BadRow {
  const sent = isTooLong ? null : parseObject(line)
  const address = typeof sent?.['email'] === 'string' ? trimText(sent['email']) : ''
  const bad = (error: string): BadRow => ({ row, email: shownEmail(address), error })
  if (isTooLong) return bad(ROW_TOO_LONG)
  if (!sent) return bad('The line is not a JSON object')
  if (address === '') return bad('The row has no email address')
  const email = normaliseAddress(address)
  if (!isAddress(email)) return bad('Invalid email address')
  const { subscribed, data } = sent
  if (!isBlank(subscribed) && typeof subscribed !== 'boolean') return bad('subscribed must be true or false')
  try {
    const fields = isPlainObject(data)
      ? Object.fromEntries(Object.entries(data).map(([key, value]) => [key, exactValue(key, value)]))
      : (data ?? undefined)
    return { row, email, subscribed: subscribed ?? undefined, patch: planDataPatch(fields) }
  } catch (error) {
    return bad(reasonOf(error))
  }
}

function parseObject(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line)
    return isPlainObject(value) ? value : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function isBlank(value: unknown): value is null | undefined {
  return value === undefined || value === null
}
