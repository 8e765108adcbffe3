import { DropdownMenu } from 'radix-ui'
import { Check, ChevronDown } from 'lucide-react'
import { Button } from './button.js'

interface ChoiceMenuProps<T extends string> {
  label: string
  /** The values in groups, each with its word. */
  groups: readonly { label?: string; options: readonly { value: T; label: string }[] }[]
  chosen: readonly T[]
  onChange: (chosen: readonly T[]) => void
}

/** A choice of several values, which stays open while one chooses. */
export function ChoiceMenu<T extends string>({ label, groups, chosen, onChange }: ChoiceMenuProps<T>) {
  const toggle = (value: T): void => {
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
  }
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button>
          {label}
          {chosen.length > 0 && <span className="tabular-nums">({chosen.length})</span>}
          <ChevronDown aria-hidden size={16} />
        </Button>
      </DropdownMenu.Trigger>
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
              {options.map(({ value, label: word }) => (
                <DropdownMenu.CheckboxItem
                  key={value}
                  checked={chosen.includes(value)}
                  onCheckedChange={() => toggle(value)}
                  onSelect={(event) => event.preventDefault()}
                  className="flex h-8 cursor-pointer items-center gap-2 rounded-control px-2 outline-none data-highlighted:bg-raised"
                >
                  <span className="flex size-4 items-center justify-center rounded-[3px] border border-control">
                    <DropdownMenu.ItemIndicator>
                      <Check aria-hidden size={14} />
                    </DropdownMenu.ItemIndicator>
                  </span>
                  {word}
                </DropdownMenu.CheckboxItem>
              ))}
            </DropdownMenu.Group>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
