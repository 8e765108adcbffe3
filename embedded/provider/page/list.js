import { element, formatTime } from './elements.js'

/**
 * Shows the messages as links to `#<id>`, so that the keyboard and the back button work by themselves.
 * @param {{ total: number, messages: object[], chosenId: string, showMore: () => void }} state
 */
export function renderList({ total, messages, chosenId, showMore }) {
  const list = document.getElementById('list')
  const focused = document.activeElement?.getAttribute('href')
  const rows = messages.map((message) => renderRow(message, chosenId))
  if (messages.length === 0) rows.push(element('p', {}, 'No messages'))
  if (messages.length < total) rows.push(element('button', { type: 'button', click: showMore }, 'Show more'))
  list.replaceChildren(...rows)
  if (focused) list.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus()
  document.getElementById('total').textContent = total.toLocaleString()
}

export function markChosen(chosenId) {
  for (const link of document.querySelectorAll('#list a')) {
    link.setAttribute('aria-current', String(link.hash === `#${chosenId}`))
  }
}

function renderRow({ id, to, subject, receivedAt }, chosenId) {
  const more = to.length > 1 ? ` +${to.length - 1}` : ''
  return element(
    'a',
    { href: `#${id}`, 'aria-current': String(id === chosenId) },
    element('span', { class: 'to' }, `${to[0] ?? 'no recipient'}${more}`),
    element('time', { datetime: receivedAt, title: new Date(receivedAt).toLocaleString() }, formatTime(receivedAt)),
    element('span', { class: 'subject' }, subject || 'No subject'),
  )
}
