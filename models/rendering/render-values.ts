import { compile } from './compile.js'
import { render } from './render-message.js'

/** Fills in every string inside a value, however deep; a string that is no template comes out as it is. */
export function renderValues<T>(value: T, variables: Record<string, unknown>): T {
  return renderAny(value, variables) as T
}

function renderAny(value: unknown, variables: Record<string, unknown>): unknown {
  if (typeof value === 'string') return render(compile(value), variables, { escape: false })
  if (Array.isArray(value)) return value.map((item) => renderAny(item, variables))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, renderAny(item, variables)]))
}
