import { disarm, newMark, restore } from './disarm.js'
import { prepareTargets } from './targets.js'

/** A link of a message. */
export interface MessageLink {
  text: string
  address: string
}

/** A message of the frame to the page of the dashboard. */
export type FrameReport = { type: 'ready' } | { type: 'shown'; links: MessageLink[]; remoteImages: number }

// Elements that run scripts, load resources or navigate. The sandbox and the policy forbid all of it; without these
// elements the browser does not even try. A template can hold any of them, and is not shown where no script runs.
const REMOVED =
  'script, basefont, link, meta[http-equiv], iframe, frame, frameset, object, embed, audio, video, source, track, template'
const REMOVED_ATTRIBUTES = new Set([
  'action',
  'formaction',
  'ping',
  'srcset',
  'target',
  'autofocus',
  'tabindex',
  'contenteditable',
  'download',
])
const MOST_LINKS = 200
const MOST_TEXT = 200

/** A fragment that no message contains: a click on it neither navigates nor scrolls. */
export const NOWHERE = 'posthorn-nowhere'

/** The facts of a message that the dashboard shows its reader, and the document without active elements. */
export function shownMessage(
  html: string,
  own: string,
  { takesRemoteImages, isMarkable }: { takesRemoteImages: boolean; isMarkable: boolean },
) {
  const mark = newMark()
  const page = new DOMParser().parseFromString(disarm(html, mark), 'text/html')
  restore(page, mark)
  for (const element of page.querySelectorAll(REMOVED)) element.remove()
  for (const element of page.querySelectorAll('*')) tame(element)
  const targets = isMarkable ? prepareTargets(page) : null
  const links = [...page.querySelectorAll('[href]')].flatMap((element) => replaceLink(element) ?? [])
  const remoteImages = [...page.querySelectorAll('[src], [background], [style]')].filter((element) =>
    hasRemoteImage(element, own, takesRemoteImages),
  ).length
  const doctype = page.compatMode === 'CSS1Compat' ? '<!doctype html>' : ''
  return {
    document: doctype + page.documentElement.outerHTML,
    targets,
    links: links.slice(0, MOST_LINKS),
    remoteImages,
  }
}

function tame(element: Element): void {
  for (const name of element.getAttributeNames()) {
    if (name.startsWith('on') || REMOVED_ATTRIBUTES.has(name) || name === 'xlink:href') element.removeAttribute(name)
  }
}

/** A link keeps its style and shows its address, but does not navigate. */
function replaceLink(element: Element): MessageLink | null {
  const address = (element.getAttribute('href') ?? '').trim()
  if (element.localName !== 'a' && element.localName !== 'area') {
    element.removeAttribute('href')
    return null
  }
  const isWithin = address.startsWith('#')
  element.setAttribute('href', `about:srcdoc${isWithin ? address : `#${NOWHERE}`}`)
  if (isWithin || address === '') return null
  element.setAttribute('title', address)
  const image = element.querySelector('img')?.getAttribute('alt')
  const text = (element.textContent?.trim() || image || element.getAttribute('alt') || '').replace(/\s+/g, ' ')
  return { text: text.slice(0, MOST_TEXT), address: address.slice(0, MOST_TEXT * 5) }
}

/** Whether an element shows an image of another host. An image that must not be loaded loses its address. */
function hasRemoteImage(element: Element, own: string, takesRemoteImages: boolean): boolean {
  let isRemote = isElsewhere((element.getAttribute('style') ?? '').split('url(')[1] ?? '', own)
  for (const name of ['src', 'background']) {
    const address = (element.getAttribute(name) ?? '').trim()
    if (address === '' || address.startsWith('data:') || address.startsWith(`${own}/uploads/`)) continue
    const isOfHost = isElsewhere(address, own)
    isRemote ||= isOfHost
    // Without its address an image shows its alternative text, as a mailbox shows it.
    if (!isOfHost || !takesRemoteImages) element.removeAttribute(name)
  }
  return isRemote
}

function isElsewhere(address: string, own: string): boolean {
  const plain = address.trim().replace(/^['"]/, '')
  return /^(?:https?:)?\/\//i.test(plain) && !plain.startsWith(`${own}/uploads/`)
}
