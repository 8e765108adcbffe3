import { Suspense, useState, type ReactNode } from 'react'

interface LateMenuProps {
  /** The button that opens the menu. */
  trigger: ReactNode
  /** The menu with its button, open from the start where the button was pressed before it was loaded. */
  list: (isOpen: boolean) => ReactNode
}

/** A menu whose button is there at once; what it opens is loaded after the page, and opens then if it was pressed. */
export function LateMenu({ trigger, list }: LateMenuProps) {
  const [isPressed, setPressed] = useState(false)
  const early = (
    <span className="contents" onClickCapture={() => setPressed(true)}>
      {trigger}
    </span>
  )
  return <Suspense fallback={early}>{list(isPressed)}</Suspense>
}
