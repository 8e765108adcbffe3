const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

const LINKS = 'td:first-child a'

/** Whether something is the link of a row, from which the keys walk to the next one. */
export function isRowLink(target: unknown): boolean {
  return target instanceof Element && target.closest(LINKS) !== null
}

/** Moves the focus to the link of the next or last row, as the key says. Returns whether it has moved. */
export function stepFocus(rows: Element, key: string): boolean {
  const step = STEPS[key]
  if (step === undefined) return false
  const links = [...rows.querySelectorAll<HTMLElement>(LINKS)]
  const current = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
  const next = links[current === -1 ? firstOf(links, step) : current + step]
  next?.focus()
  return next !== undefined
}

/** The row to begin with: the first one in view, since a long list has rows above it; backwards the last of all. */
function firstOf(links: readonly HTMLElement[], step: number): number {
  if (step === -1) return links.length - 1
  return Math.max(
    0,
    links.findIndex((link) => link.getBoundingClientRect().top >= 0),
  )
}
