import { useRef, type ReactNode } from 'react'
import { Braces } from 'lucide-react'
import { t } from '../../messages/index.js'
import { IconButton } from '../../ui/button.js'
import type { ControlIds } from '../../ui/field.js'
import { Input } from '../../ui/input.js'
import { Menu } from '../../ui/menu.js'
import { useKnownNames } from './use-known-names.js'

/** Puts a text where the cursor was, and returns the cursor behind it. */
interface Insertion {
  insert: (text: string) => void
  onClosed: () => void
}

interface FieldInputProps {
  ids: ControlIds
  value: string
  isReadOnly?: boolean | undefined
  onChange: (value: string) => void
  placeholder?: string
  maxLength?: number
  /** What the menu of fields is called. */
  label?: string
  /** Other menus beside that of fields. */
  more?: (insertion: Insertion) => ReactNode
}

/** A line of Liquid, into which a menu puts fields of the contact where the cursor was. */
export function FieldInput({ ids, value, isReadOnly, onChange, label, more, ...rest }: FieldInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const names = useKnownNames()
  const cursor = useRef<number>(null)
  const insert = (text: string): void => {
    const { selectionStart, selectionEnd } = input.current ?? {}
    const [from, to] = [selectionStart ?? value.length, selectionEnd ?? value.length]
    onChange(value.slice(0, from) + text + value.slice(to))
    cursor.current = from + text.length
  }
  const onClosed = (): void => {
    input.current?.focus()
    if (cursor.current !== null) input.current?.setSelectionRange(cursor.current, cursor.current)
    cursor.current = null
  }
  return (
    <span className="flex items-center gap-1">
      <Input
        {...rest}
        {...ids}
        ref={input}
        value={value}
        readOnly={isReadOnly}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
      {!isReadOnly && (
        <>
          <Menu
            onClosed={onClosed}
            trigger={<IconButton icon={Braces} label={label ?? t.content.insertField} />}
            groups={[
              {
                label: t.content.insertVariable,
                items: names.map((one) => ({ label: one.label, onSelect: () => insert(`{{ ${one.field} }}`) })),
              },
            ]}
          />
          {more?.({ insert, onClosed })}
        </>
      )}
    </span>
  )
}
