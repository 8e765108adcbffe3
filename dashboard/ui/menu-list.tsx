import { DropdownMenu } from 'radix-ui'
import { Check } from 'lucide-react'
import type { MenuItem, MenuProps } from './menu-groups.js'

/** The menu itself, which is open from the start where its button was pressed before it was loaded. */
export function MenuList({ trigger, groups, isOpen, onClosed }: MenuProps & { isOpen: boolean }) {
  const onCloseAutoFocus = (event: Event): void => {
    if (!onClosed) return
    event.preventDefault()
    onClosed()
  }
  return (
    <DropdownMenu.Root defaultOpen={isOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          onCloseAutoFocus={onCloseAutoFocus}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-[70vh] max-w-[min(320px,calc(100vw-16px))] min-w-48 overflow-y-auto rounded-panel border border-line bg-surface p-1 shadow-float"
        >
          {groups.map(({ label, items }, index) => (
            <DropdownMenu.Group key={label ?? index}>
              {index > 0 && <DropdownMenu.Separator className="my-1 h-px bg-line" />}
              {label && <DropdownMenu.Label className="px-2 py-1 text-small text-muted">{label}</DropdownMenu.Label>}
              {items.map((item) => (
                <Entry key={item.label} {...item} />
              ))}
            </DropdownMenu.Group>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function Entry({ label, icon: Icon, isChosen, onSelect }: MenuItem) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      className="flex h-8 items-center gap-2 rounded-control px-2 outline-none data-highlighted:bg-raised"
    >
      {Icon && <Icon aria-hidden size={16} className="text-muted" />}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {isChosen && <Check aria-hidden size={16} />}
    </DropdownMenu.Item>
  )
}
