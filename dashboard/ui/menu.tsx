import { lazy } from 'react'
import { LateMenu } from './late-menu.js'
import type { MenuProps } from './menu-groups.js'

const MenuList = lazy(async () => ({ default: (await import('./menu-list.js')).MenuList }))

/** A menu, which is loaded after the page. */
export function Menu(props: MenuProps) {
  return <LateMenu trigger={props.trigger} list={(isOpen) => <MenuList {...props} isOpen={isOpen} />} />
}
