import { useEffect, useRef, type FocusEvent, type RefObject } from 'react'

/**
 * Keeps the focus of a tree on its current row: a row that is about to be shown gets the focus then, and a dialog that
 * closes returns the focus to the row that is current at that time.
 */
export function useRowFocus(tree: RefObject<HTMLElement | null>, currentId: string | null) {
  const wanted = useRef<string | null>(null)
  const isStored = useRef(false)
  const isPressed = useRef(false)
  const rowOf = (id: string | null): HTMLElement | null =>
    id === null ? null : (tree.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? null)
  useEffect(() => {
    // The row that had the focus is gone with its step.
    if (isStored.current && document.activeElement === document.body) wanted.current ??= currentId
    isStored.current = false
    const row = rowOf(wanted.current)
    if (!row) return
    wanted.current = null
    row.focus()
  })
  const onFocus = (event: FocusEvent<HTMLElement>): void => {
    const row = rowOf(currentId)
    // A press on a row makes it the current one by itself.
    if (!isPressed.current && row && event.target !== row) row.focus({ preventScroll: true })
  }
  return {
    next: (id: string): void => void (wanted.current = id),
    /** Keeps the focus in the tree when an edit removes the focused row. */
    keep: (): void => void (isStored.current = true),
    handlers: {
      onFocus,
      onPointerDownCapture: () => void (isPressed.current = true),
      onClickCapture: () => void (isPressed.current = false),
    },
  }
}
