import { useState, type ComponentProps } from 'react'
import { Input } from '../../ui/input.js'

const NUMBER = /^-?\d+(?:\.\d+)?$/

type NumberInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: unknown
  /** The number, or undefined where the text is none. */
  onNumber: (value: number | undefined) => void
}

/** A field for a number; what is typed stays as it is, also while it is no number yet. */
export function NumberInput({ value, onNumber, ...rest }: NumberInputProps) {
  const [text, setText] = useState(written(value))
  // Undoing an edit changes the value from outside.
  const shown = numberOf(text) === value ? text : written(value)
  return (
    <Input
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      onChange={({ target }) => {
        setText(target.value)
        onNumber(numberOf(target.value))
      }}
    />
  )
}

function numberOf(text: string): number | undefined {
  return NUMBER.test(text.trim()) ? Number(text) : undefined
}

function written(value: unknown): string {
  return typeof value === 'number' ? String(value) : ''
}
