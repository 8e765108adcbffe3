import type { ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'

/** An entry of a menu; `isChosen` marks the value that is in force. */
export interface MenuItem {
  label: string
  icon?: LucideIcon
  isChosen?: boolean
  onSelect: () => void
}

/** A menu of actions or values, in groups, and the button that opens it. */
export interface MenuProps {
  trigger: ReactNode
  /** Gives the focus to something else than the button when the menu closes. */
  onClosed?: () => void
  groups: readonly { label?: string; items: readonly MenuItem[] }[]
}
