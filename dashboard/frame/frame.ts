import type { MarkedElement } from './marked-element.js'
import { readOrder, type ShowOrder } from './read-order.js'
import { NOWHERE, shownMessage, type FrameReport } from './shown-message.js'
import { fragmentOf, type Targets } from './targets.js'

interface Shown {
  frame: HTMLIFrameElement
  /** Null if no element can be marked. */
  targets: Targets | null
  /** The fragment of the message in its own address; null while the message is loading. */
  at: string | null
}

// The page has no origin of its own, but its address tells the origin of the dashboard around it.
const { origin } = window.location
let shown: Shown | null = null
let marked: MarkedElement | null = null

window.addEventListener('message', ({ source, origin: from, data }: MessageEvent<unknown>) => {
  const order = source === window.parent && from === origin ? readOrder(data) : null
  if (order?.type === 'show') show(order)
  if (order?.type !== 'mark') return
  marked = order.element
  mark()
})
report({ type: 'ready' })

/** Shows the message in an inner frame that runs no script. */
function show({ html, title, scheme, takesRemoteImages, isMarkable }: ShowOrder): void {
  const message = shownMessage(html, origin, { takesRemoteImages, isMarkable })
  document.documentElement.style.colorScheme = scheme
  const frame = document.createElement('iframe')
  const next: Shown = { frame, targets: message.targets, at: null }
  frame.setAttribute('sandbox', '')
  frame.title = title
  frame.style.colorScheme = scheme
  frame.srcdoc = message.document
  frame.addEventListener('load', () => {
    next.at ??= NOWHERE
    mark()
  })
  shown = next
  document.body.replaceChildren(frame)
  report({ type: 'shown', links: message.links, remoteImages: message.remoteImages })
}

/** Scrolls the message to the marked element: a style in the message outlines the target of a fragment. */
function mark(): void {
  if (!shown?.targets || shown.at === null) return
  const fragment = (marked && fragmentOf(marked, shown.targets)) ?? NOWHERE
  if (fragment === shown.at) return
  shown.at = fragment
  shown.frame.contentWindow?.location.replace(`about:srcdoc#${encodeURIComponent(fragment)}`)
}

function report(message: FrameReport): void {
  window.parent.postMessage(message, origin)
}
