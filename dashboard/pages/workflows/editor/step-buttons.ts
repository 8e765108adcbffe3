import type { KeyboardEvent } from 'react'

/** Moves the focus along the buttons of a list, as the arrow keys say. */
export function stepButtons(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  buttons[(at + step + buttons.length) % Math.max(buttons.length, 1)]?.focus()
  event.preventDefault()
}
