/**
 * Whether an inline style keeps its element from being seen: nothing in it is displayed, or it has no height to be seen
 * in.
 */
export function isHiddenStyle(style: string): boolean {
  const values = declarationsOf(style)
  if (values.get('display') === 'none' || values.get('visibility') === 'hidden') return true
  const isCut = ['overflow', 'overflow-y'].some((name) => /^(?:hidden|clip)\b/.test(values.get(name) ?? ''))
  return isCut && ['height', 'max-height'].some((name) => isZero(values.get(name)))
}

/** The value of each property: of several declarations the last counts, but for an important one before it. */
function declarationsOf(style: string): Map<string, string> {
  const values = new Map<string, string>()
  const important = new Set<string>()
  for (const declaration of withoutComments(style).toLowerCase().split(';')) {
    const colon = declaration.indexOf(':')
    const name = declaration.slice(0, Math.max(colon, 0)).trim()
    const [value = '', priority] = declaration.slice(colon + 1).split('!')
    const isImportant = priority?.trim() === 'important'
    if (important.has(name) && !isImportant) continue
    if (isImportant) important.add(name)
    values.set(name, value.trim())
  }
  return values
}

function withoutComments(style: string): string {
  const [first = '', ...rest] = style.split('/*')
  return first + rest.map((part) => (part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : '')).join('')
}

function isZero(length: string | undefined): boolean {
  return length !== undefined && /^[+-]?[0.]/.test(length) && Number.parseFloat(length) === 0
}
