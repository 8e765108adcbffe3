import { lazy, type ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'
import { LateMenu } from './late-menu.js'

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

/** A menu, which is loaded after the page. */
export function Menu(props: MenuProps) {
  return <LateMenu trigger={props.trigger} list={(isOpen) => <MenuList {...props} isOpen={isOpen} />} />
}
