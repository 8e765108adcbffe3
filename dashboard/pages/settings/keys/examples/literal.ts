/** How a language writes a JSON value. */
export interface LiteralStyle {
  text: (text: string) => string
  words: { null: string; true: string; false: string }
  list: readonly [open: string, close: string]
  object: readonly [open: string, close: string]
  /** What an object without fields looks like, where it differs. */
  emptyObject?: string
  pair: (key: string, value: string) => string
  step: string
  /** Whether the last item of a list has a comma after it. */
  hasLastComma: boolean
}

/** Writes a JSON value in a language, indented by `margin`. */
export function literal(value: unknown, style: LiteralStyle, margin = ''): string {
  if (value === null || value === undefined) return style.words.null
  if (typeof value === 'boolean') return style.words[`${value}`]
  if (typeof value === 'string') return style.text(value)
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = margin + style.step
  if (Array.isArray(value)) {
    const items = value.map((item) => literal(item, style, inner))
    return block(items, style.list, style, margin)
  }
  const fields = Object.entries(value).map(([key, item]) => style.pair(key, literal(item, style, inner)))
  if (fields.length === 0 && style.emptyObject !== undefined) return style.emptyObject
  return block(fields, style.object, style, margin)
}

function block(
  items: readonly string[],
  [open, close]: LiteralStyle['list'],
  { step, hasLastComma }: LiteralStyle,
  margin: string,
): string {
  if (items.length === 0) return `${open}${close}`
  const lines = items.map((item) => `${margin}${step}${item}`).join(',\n')
  return `${open}\n${lines}${hasLastComma ? ',' : ''}\n${margin}${close}`
}
