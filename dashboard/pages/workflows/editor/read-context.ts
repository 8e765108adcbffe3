import type { Input } from '../../../api/client.js'

type Context = NonNullable<Input<'POST /workflows/:id/executions'>['body']['context']>

/** The JSON object that a text writes; null where it is none. */
export function readContext(text: string): Context | null {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Context) : null
  } catch {
    return null
  }
}
