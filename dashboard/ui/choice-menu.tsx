import { lazy } from 'react'
import { ChevronDown } from 'lucide-react'
import { Button } from './button.js'
import type { Choice } from './choice.js'
import { LateMenu } from './late-menu.js'

const ChoiceList = lazy(async () => ({ default: (await import('./choice-list.js')).ChoiceList }))

/** A choice of several values, which stays open while one chooses, and is loaded after the page. */
export function ChoiceMenu<T extends string>({ label, groups, chosen, onChange }: Choice<T>) {
  const trigger = (
    <Button className="max-wide:justify-between">
      <span className="font-normal">{label}</span>
      {chosen.length > 0 && <span className="tabular-nums">({chosen.length})</span>}
      <ChevronDown aria-hidden size={16} />
    </Button>
  )
  const toggle = (name: string): void => {
    const value = groups.flatMap(({ options }) => options).find((option) => option.value === name)?.value
    if (value === undefined) return
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
  }
  return (
    <LateMenu
      trigger={trigger}
      list={(isOpen) => <ChoiceList {...{ trigger, groups, chosen, isOpen }} onToggle={toggle} />}
    />
  )
}
