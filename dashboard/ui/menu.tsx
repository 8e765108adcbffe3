import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'

/** An entry of a menu; `isChosen` marks the value that is in force. */
export interface MenuItem {
  label: string
  icon?: LucideIcon
  isChosen?: boolean
  onSelect: () => void
}

/** A menu of acts or values, in groups, and the button that opens it. */
export interface MenuProps {
  trigger: ReactNode
  groups: readonly { label?: string; items: readonly MenuItem[] }[]
}

const MenuList = lazy(async () => ({ default: (await import('./menu-list.js')).MenuList }))

/** A menu. Its button is there at once; what it opens is loaded after the page, and opens then if it was pressed. */
export function Menu(props: MenuProps) {
  const [isPressed, setPressed] = useState(false)
  const early = (
    <span className="contents" onClickCapture={() => setPressed(true)}>
      {props.trigger}
    </span>
  )
  return (
    <Suspense fallback={early}>
      <MenuList {...props} isOpen={isPressed} />
    </Suspense>
  )
}
