import { darkGround, darkInk } from '../../models/domain/design/colours.js'

/** A rule for dark mailboxes: the elements that it is for, and the property that it sets. */
type Kind = 'text' | 'ground' | 'line'

const PROPERTIES: Record<Kind, string> = { text: 'color', ground: 'background-color', line: 'border-color' }
const PREFIXES: Record<Kind, string> = { text: 'c', ground: 'g', line: 'l' }
// MJML puts a class on the cell or the box around the element that has the colour.
const SELECTORS: Record<Kind, (name: string) => string[]> = {
  text: (name) => [`.${name}`],
  ground: (name) => [`.${name}`, `.${name}>table`],
  line: (name) => [`.${name}`, `.${name}>p`],
}

/**
 * The counterparts of colours in the dark. Each colour that a message shows gets a class, and the classes one style
 * sheet: for mailboxes with `prefers-color-scheme`, and for Outlook's own attributes.
 */
export class DarkStyle {
  readonly #rules = new Map<string, { kind: Kind; colour: string }>()
  readonly #isOff: boolean
  #canvas = ''

  constructor(mode: 'auto' | 'off') {
    this.#isOff = mode === 'off'
  }

  /** The class of a text in this colour on a ground; empty where colours stay. */
  text(ink: string, ground: string): string {
    return this.#classOf('text', `${ink}${ground}`, darkInk(ink, ground))
  }

  /** The class of a ground. */
  ground(colour: string): string {
    return this.#classOf('ground', colour, darkGround(colour))
  }

  /** The class of a line in this colour, with its counterpart. */
  line(colour: string, counterpart: string): string {
    return this.#classOf('line', `${colour}${counterpart}`, counterpart)
  }

  /** Notes the colour around the message. The body of a document cannot have a class. */
  canvas(colour: string): string {
    if (!this.#isOff) this.#canvas = `body{background-color:${darkGround(colour)}!important}`
    return this.ground(colour)
  }

  /** The style sheet; empty where colours stay. */
  get css(): string {
    if (this.#isOff) return ''
    const rules = (prefix: string): string =>
      [...this.#rules].map(([name, rule]) => ruleOf(prefix, name, rule)).join('')
    const shown =
      this.#canvas + '.only-light{display:none!important}.only-dark{display:block!important;max-height:none!important}'
    return `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${rules('')}${shown}}${rules('[data-ogsc] ')}${rules('[data-ogsb] ')}`
  }

  #classOf(kind: Kind, colours: string, colour: string): string {
    if (this.#isOff) return ''
    const name = `${PREFIXES[kind]}${colours.replaceAll('#', '-')}`
    this.#rules.set(name, { kind, colour })
    return name
  }
}

function ruleOf(prefix: string, name: string, { kind, colour }: { kind: Kind; colour: string }): string {
  const isOfOutlook = prefix !== ''
  // Outlook marks text with one attribute and grounds with another.
  if (isOfOutlook && (kind === 'text') !== prefix.includes('ogsc')) return ''
  const selectors = SELECTORS[kind](name).map((selector) => prefix + selector)
  return `${selectors.join(',')}{${PROPERTIES[kind]}:${colour}!important}`
}
