import { placeIn, type MarkedElement } from './marked-element.js'

/** An image or a link of a message: its address, and the fragment that leads to it. */
interface Target {
  address: string
  fragment: string
}

/** The elements of a message that can be marked. */
export interface Targets {
  image: Target[]
  link: Target[]
  /** The fragments of the elements with an id, by that id. */
  ids: Map<string, string>
}

// A fragment moves the focus to an element that can have it, and so takes the focus from the editor. A link is
// therefore marked by an element inside it that cannot have the focus and takes no space.
const MARK = 'posthorn-mark'
const FOCUSABLE = 'button, input, select, textarea, summary, details, [tabindex], [contenteditable]'
const STYLE = `
${MARK} { position: absolute !important; }
html { scroll-padding-top: 24px; }
:target:not(${MARK}), a:has(> ${MARK}:target) { outline: 3px solid #d0006f !important; outline-offset: 2px !important; }
`

/** Prepares a message for marks: adds fragments to its images and links, and the style of a mark. */
export function prepareTargets(page: Document): Targets {
  const link = [...page.querySelectorAll('a[href]')].map((element, n): Target => {
    const mark = page.createElement(MARK)
    mark.id = `${MARK}-link-${n}`
    element.prepend(mark)
    return { address: (element.getAttribute('href') ?? '').trim(), fragment: mark.id }
  })
  const image = [...page.querySelectorAll('img')].map((element, n): Target => {
    element.id ||= `${MARK}-image-${n}`
    return { address: (element.getAttribute('src') ?? '').trim(), fragment: element.id }
  })
  const ids = new Map<string, string>()
  for (const element of page.querySelectorAll(`[id]:not(${MARK})`)) {
    const fragment = element.matches('a[href]') ? element.firstElementChild?.id : element.id
    if (fragment !== undefined && !ids.has(element.id) && !element.matches(FOCUSABLE)) ids.set(element.id, fragment)
  }
  const style = page.createElement('style')
  style.textContent = STYLE
  page.head.append(style)
  return { image, link, ids }
}

/** The fragment of an element of the source in the rendered message; null without one. */
export function fragmentOf(element: MarkedElement, targets: Targets): string | null {
  if (element.kind === 'id') return targets.ids.get(element.id) ?? null
  const found = targets[element.kind]
  const addresses = found.map(({ address }) => address)
  const place = placeIn(addresses, element.values, element.index)
  return place === null ? null : (found[place]?.fragment ?? null)
}
