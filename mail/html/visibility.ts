type Attributes = Readonly<Record<string, string>>

// What a browser or a mail program does not show, or not as a part of the document. Mail is read without scripts, but
// programs differ in what they do with `noscript`, so that nothing in it can be relied on.
const NEVER_SHOWN = new Set(
  'title script style template noscript noembed noframes iframe textarea select datalist xmp plaintext'.split(' '),
)
const ZERO = /^[+-]?(?:0+(?:\.0*)?|\.0+)(?:[a-z]+|%)?$/
const TINY = /^[+-]?[01](?:\.0*)?(?:px)?$/
const CLIPPED = /^(?:hidden|clip)\b/
const BLANK = /^[\s\p{Cc}\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]*$/u

/** The declarations of a `style` attribute: of two of one property, the last or the important one counts. */
export type Declarations = ReadonlyMap<string, string>

/** Reads a `style` attribute (CSS Style Attributes, 3). Names and values are in lower case, without `!important`. */
export function readStyle(style = ''): Declarations {
  const found = new Map<string, { value: string; isImportant: boolean }>()
  for (const declaration of withoutComments(style).split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const [text = '', priority = null, ...rest] = declaration.slice(colon + 1).split('!')
    const isImportant = priority?.trim().toLowerCase() === 'important'
    if (rest.length > 0 || (priority !== null && !isImportant)) continue
    const name = declaration.slice(0, colon).trim().toLowerCase()
    const value = text.trim().toLowerCase()
    if (value !== '' && (isImportant || !found.get(name)?.isImportant)) found.set(name, { value, isImportant })
  }
  return new Map([...found].map(([name, { value }]) => [name, value]))
}

/** Whether an element, with all in it, is not shown to the reader of a message. */
export function isHidden(name: string, attributes: Attributes, style: Declarations): boolean {
  if (NEVER_SHOWN.has(name) || Object.hasOwn(attributes, 'hidden')) return true
  if (name === 'dialog' && !Object.hasOwn(attributes, 'open')) return true
  if (style.get('display') === 'none') return true
  if (/^(?:hidden|collapse)$/.test(style.get('visibility') ?? '')) return true
  if (ZERO.test(style.get('opacity') ?? '')) return true
  const isClipped = ['overflow', 'overflow-y'].some((property) => CLIPPED.test(style.get(property) ?? ''))
  return isClipped && ['height', 'max-height'].some((property) => ZERO.test(style.get(property) ?? ''))
}

/**
 * Whether text directly in an element has no size. A size relative to that around it, or none, leaves it as it is there.
 */
export function isWithoutSize(style: Declarations, isAround: boolean): boolean {
  const size = style.get('font-size')
  if (size === undefined || /^(?:[\d.]*[1-9][\d.]*(?:em|%)|inherit|unset|larger|smaller)$/.test(size)) return isAround
  return ZERO.test(size)
}

/** Whether a picture that is not hidden can be seen: one of a pixel counts openings, and is there for nobody to see. */
export function isSeenAsImage(attributes: Attributes, style: Declarations): boolean {
  const sides = ['width', 'height', 'max-width', 'max-height'].flatMap((side) => [style.get(side), attributes[side]])
  return !sides.some((size) => size !== undefined && TINY.test(size.trim()))
}

/** Whether a text holds nothing that can be seen: white space, controls, and characters without a width. */
export function isBlank(text: string): boolean {
  return BLANK.test(text)
}

function withoutComments(style: string): string {
  const [before = '', ...commented] = style.split('/*')
  if (commented.length === 0) return before
  const behind = commented.map((text) => {
    const end = text.indexOf('*/')
    return end < 0 ? '' : text.slice(end + 2)
  })
  return [before, ...behind].join(' ')
}
