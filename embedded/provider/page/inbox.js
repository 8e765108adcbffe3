import { refreshDomains } from './domains.js'
import { markChosen, renderList } from './list.js'
import { renderMessage, renderMissing } from './message.js'

const REFRESH_MS = 2_000
const PAGE_SIZE = 100

const search = { to: document.getElementById('to'), subject: document.getElementById('subject') }
const hint = document.querySelector('.hint')
let limit = PAGE_SIZE
let shown = ''

const chosenId = () => decodeURIComponent(location.hash.slice(1))

async function refresh() {
  const query = new URLSearchParams({ to: search.to.value.trim(), subject: search.subject.value.trim(), limit })
  const response = await fetch(`/messages?${query}`)
  const { total, messages } = await response.json()
  const isStale = query.get('to') !== search.to.value.trim() || query.get('subject') !== search.subject.value.trim()
  const state = `${query} ${total} ${messages[0]?.id}`
  // A list that has not changed is left alone, with its scroll position and selection.
  if (isStale || state === shown) return
  shown = state
  renderList({ total, messages, chosenId: chosenId(), showMore })
}

function showMore() {
  limit += PAGE_SIZE
  void refresh()
}

async function open() {
  const id = chosenId()
  document.body.classList.toggle('reading', id !== '')
  markChosen(id)
  if (!id) return document.getElementById('message').replaceChildren(hint)
  const response = await fetch(`/messages/${encodeURIComponent(id)}`)
  if (id !== chosenId()) return
  if (response.ok) renderMessage(await response.json())
  else renderMissing()
}

async function deleteAll() {
  if (!confirm('Delete every message?')) return
  await fetch('/messages', { method: 'DELETE' })
  location.hash = ''
  await refresh()
}

/** The server may be away for a while; the list then stays as it is. */
async function keepFresh() {
  if (!document.hidden) await Promise.allSettled([refresh(), refreshDomains()])
  setTimeout(keepFresh, REFRESH_MS)
}

document.getElementById('search').addEventListener('submit', (event) => event.preventDefault())
document.getElementById('search').addEventListener('input', () => {
  limit = PAGE_SIZE
  void refresh()
})
document.getElementById('clear').addEventListener('click', () => void deleteAll())
document.addEventListener('visibilitychange', () => void refresh())
window.addEventListener('hashchange', () => void open())

void open()
void keepFresh()
