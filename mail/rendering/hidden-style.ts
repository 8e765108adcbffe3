/** Whether an inline style hides its element: the element is not displayed, or it has no visible height. */
export function isHiddenStyle(style: string): boolean {
  const values = declarationsOf(style)
  if (values.get('display') === 'none' || values.get('visibility') === 'hidden') return true
  const isCut = ['overflow', 'overflow-y'].some((name) => /^(?:hidden|clip)\b/.test(values.get(name) ?? ''))
  return isCut && ['height', 'max-height'].some((name) => isZero(values.get(name)))
}

/** Whether an inline style gives its element a width or a height of at most one pixel. */
export function isPixelStyle(style: string): boolean {
  const values = declarationsOf(style)
  return ['width', 'height'].some((name) => isZero(values.get(name)) || values.get(name) === '1px')
}

/** The value of each property. The last of several declarations counts, unless an earlier one is important. */
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
