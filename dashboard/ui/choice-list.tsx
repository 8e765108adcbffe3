import type { ReactNode } from 'react'
import { DropdownMenu } from 'radix-ui'
import { Check } from 'lucide-react'
import type { Choice } from './choice.js'

interface ChoiceListProps extends Pick<Choice<string>, 'groups' | 'chosen'> {
  trigger: ReactNode
  isOpen: boolean
  onToggle: (value: string) => void
}

/** The values of a choice, each with its box. */
export function ChoiceList({ trigger, groups, chosen, isOpen, onToggle }: ChoiceListProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen={isOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-[70vh] min-w-48 overflow-y-auto rounded-panel border border-line bg-surface p-1 shadow-float"
        >
          {groups.map(({ label: title, options }, index) => (
            <DropdownMenu.Group key={title ?? index}>
              {index > 0 && <DropdownMenu.Separator className="my-1 h-px bg-line" />}
              {title && <DropdownMenu.Label className="px-2 py-1 text-small text-muted">{title}</DropdownMenu.Label>}
              {options.map(({ value, label: text }) => (
                <DropdownMenu.CheckboxItem
                  key={value}
                  checked={chosen.includes(value)}
                  onCheckedChange={() => onToggle(value)}
                  onSelect={(event) => event.preventDefault()}
                  className="flex h-8 cursor-pointer items-center gap-2 rounded-control px-2 outline-none data-highlighted:bg-raised"
                >
                  <span className="flex size-4 items-center justify-center rounded-[3px] border border-control">
                    <DropdownMenu.ItemIndicator>
                      <Check aria-hidden size={14} />
                    </DropdownMenu.ItemIndicator>
                  </span>
                  {text}
                </DropdownMenu.CheckboxItem>
              ))}
            </DropdownMenu.Group>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
