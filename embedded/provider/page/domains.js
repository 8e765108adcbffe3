import { element } from './elements.js'

const LABELS = { PENDING: 'pending', SUCCESS: 'verified', FAILED: 'failed' }

let shown = ''

/** Shows the domains that were registered with the provider, each with a choice of its state in place of DNS. */
export async function refreshDomains() {
  const response = await fetch('/identities')
  const { identities } = await response.json()
  const state = JSON.stringify(identities)
  // What has not changed is left alone, with an open choice.
  if (state === shown) return
  shown = state
  const panel = document.getElementById('domains')
  panel.hidden = identities.length === 0
  panel.querySelector('ul').replaceChildren(...identities.map(renderDomain))
}

function renderDomain({ domain, state }) {
  const options = Object.entries(LABELS).map(([value, label]) =>
    element('option', { value, selected: value === state }, label),
  )
  const change = (event) => void switchTo(domain, event.target.value)
  return element('li', {}, domain, element('select', { 'aria-label': `State of ${domain}`, change }, ...options))
}

async function switchTo(domain, state) {
  const body = JSON.stringify({ state })
  await fetch(`/identities/${encodeURIComponent(domain)}`, { method: 'PUT', body })
  await refreshDomains()
}
