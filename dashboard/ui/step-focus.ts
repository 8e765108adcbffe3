const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** Moves the focus to the link of the next or last row, as the key says. Returns whether it has moved. */
export function stepFocus(rows: Element, key: string): boolean {
  const step = STEPS[key]
  if (step === undefined) return false
  const links = [...rows.querySelectorAll<HTMLElement>('td:first-child a')]
  const current = links.findIndex((link) => link === document.activeElement)
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
