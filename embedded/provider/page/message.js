import { element, formatSize } from './elements.js'

/** Shows one message: its subject and addresses at the top, and below them one of its views. */
export function renderMessage(message) {
  const panel = element('div', { class: 'panel', role: 'tabpanel' })
  const faces = facesOf(message)
  const tabs = faces.map((face) =>
    element('button', { type: 'button', role: 'tab', click: () => show(face) }, face.name),
  )
  const download = element('a', { href: `/messages/${message.id}/raw` }, 'Download')

  function show(face) {
    tabs.forEach((tab, i) => tab.setAttribute('aria-selected', String(faces[i] === face)))
    panel.replaceChildren(face.render())
  }

  const header = element(
    'header',
    {},
    element('button', { type: 'button', class: 'back', click: () => (location.hash = '') }, 'Back'),
    element('h2', {}, message.subject || 'No subject'),
    renderFacts(message),
    renderAttachments(message),
    element('div', { class: 'tabs', role: 'tablist' }, ...tabs, download),
  )
  document.getElementById('message').replaceChildren(header, panel)
  show(faces[0])
}

export function renderMissing() {
  const text = 'This message is not here any more.'
  document.getElementById('message').replaceChildren(element('p', { class: 'hint' }, text))
}

function facesOf(message) {
  const faces = []
  if (message.html !== null) faces.push({ name: 'HTML', render: () => renderFrame(message) })
  if (message.text !== null) faces.push({ name: 'Text', render: () => element('pre', {}, message.text) })
  faces.push({ name: 'Headers', render: () => renderHeaders(message.headers) })
  faces.push({ name: 'Source', render: () => element('pre', {}, message.raw) })
  return faces
}

/** The sandbox runs no script of the mail and gives it no origin: it can neither read this page nor call the server. */
function renderFrame({ id, subject }) {
  return element('iframe', {
    src: `/messages/${id}/html`,
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
    referrerpolicy: 'no-referrer',
    title: subject || 'Message',
  })
}

function renderFacts({ from, to, receivedAt, sizeBytes, headers }) {
  const named = headers.find(([name]) => name.toLowerCase() === 'from')?.[1]
  const facts = [
    ['From', named ?? from],
    ['To', to.join(', ')],
    ['Received', `${new Date(receivedAt).toLocaleString()}, ${formatSize(sizeBytes)}`],
  ]
  return element('dl', {}, ...facts.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]))
}

function renderAttachments({ id, attachments }) {
  const files = attachments.map(({ filename, contentType, sizeBytes }, i) => {
    const label = `${filename ?? contentType}, ${formatSize(sizeBytes)}`
    return element('li', {}, element('a', { href: `/messages/${id}/attachments/${i}` }, label))
  })
  return files.length > 0 ? element('ul', { class: 'files', 'aria-label': 'Attachments' }, ...files) : ''
}

function renderHeaders(headers) {
  const rows = headers.map(([name, value]) =>
    element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, value)),
  )
  return element('table', {}, element('tbody', {}, ...rows))
}
