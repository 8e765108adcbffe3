import { shownMessage, type FrameOrder, type FrameReport } from './shown-message.js'

// The page has no origin of its own, but its address tells that of the dashboard around it.
const { origin } = window.location

window.addEventListener('message', ({ source, origin: from, data }: MessageEvent<FrameOrder>) => {
  if (source !== window.parent || from !== origin || data.type !== 'show') return
  show(data)
})
report({ type: 'ready' })

/** Shows the message in a frame of its own, in which nothing can act. */
function show({ html, title, scheme, takesRemoteImages }: FrameOrder): void {
  const { document: text, links, remoteImages } = shownMessage(html, origin, takesRemoteImages)
  document.documentElement.style.colorScheme = scheme
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', '')
  frame.title = title
  frame.style.colorScheme = scheme
  frame.srcdoc = text
  document.body.replaceChildren(frame)
  report({ type: 'shown', links, remoteImages })
}

function report(told: FrameReport): void {
  window.parent.postMessage(told, origin)
}
