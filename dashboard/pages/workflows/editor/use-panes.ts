import { useCallback, useMemo, useState } from 'react'
import { OUTLINE_ID } from './outline/outline.js'
import { useIsLarge } from './use-is-wide.js'

/** Which parts of the editor are shown. */
export interface Panes {
  isOutlineShown: boolean
  setOutlineShown: (isShown: boolean) => void
  /** Shows the outline and gives it the focus. */
  showOutline: () => void
  fullScreen: { is: boolean; toggle: () => void }
}

/** Beside each other, the outline and the details leave a small window too little for the drawing. */
export function usePanes(): Panes {
  const isLarge = useIsLarge()
  const [isOutlineShown, setOutlineShown] = useState(isLarge)
  const [isFull, setFull] = useState(false)
  const toggle = useCallback(() => setFull((is) => !is), [])
  const fullScreen = useMemo(() => ({ is: isFull, toggle }), [isFull, toggle])
  const showOutline = useCallback(() => {
    const row = (): HTMLElement | null => document.querySelector(`#${OUTLINE_ID} [tabindex="0"]`)
    row()?.focus()
    setOutlineShown(true)
    // On a small screen the outline may be hidden: show it first.
    if (!row()) requestAnimationFrame(() => row()?.focus())
  }, [])
  return { isOutlineShown, setOutlineShown, showOutline, fullScreen }
}
