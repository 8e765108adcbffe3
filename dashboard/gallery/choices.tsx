import { useState } from 'react'
import { Checkbox } from '../ui/checkbox.js'
import { ChoiceMenu } from '../ui/choice-menu.js'
import { Panel } from '../ui/panel.js'
import { RadioCards } from '../ui/radio-cards.js'
import { Segmented } from '../ui/segmented.js'
import { Switch } from '../ui/switch.js'

const SIZES = [
  { value: 'small', label: 'Small', hint: 'Fits a phone' },
  { value: 'large', label: 'Large', hint: 'Fits a desk' },
  { value: 'huge', label: 'Huge', isDisabled: true },
] as const

/** Choices in each state. */
export function Choices() {
  const [isOn, setOn] = useState(false)
  const [size, setSize] = useState<'small' | 'large' | 'huge'>('small')
  const [chosen, setChosen] = useState<readonly string[]>([])
  return (
    <Panel title="Choices" isPadded>
      <div className="flex flex-col items-start gap-4">
        <Checkbox label="Ticked" hint="With a hint" defaultChecked />
        <Checkbox label="Some of it" isPartial />
        <Checkbox label="Off" disabled />
        <Switch label="Tracked" isOn={isOn} onChange={setOn} />
        <Switch label="Fixed" isOn onChange={setOn} isDisabled />
        <RadioCards label="Size" options={SIZES} value={size} onChange={setSize} />
        <Segmented label="Width" options={SIZES.slice(0, 2)} value={size} onChange={setSize} />
        <ChoiceMenu
          label="Sizes"
          groups={[{ options: SIZES.map(({ value, label }) => ({ value, label })) }]}
          chosen={chosen as ('small' | 'large' | 'huge')[]}
          onChange={setChosen}
        />
        <p role="status">{`${isOn ? 'tracked' : 'not tracked'}, ${size}`}</p>
      </div>
    </Panel>
  )
}
