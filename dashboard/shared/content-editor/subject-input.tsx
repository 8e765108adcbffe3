import { useRef } from 'react'
import { Braces, Smile } from 'lucide-react'
import { t } from '../../messages/index.js'
import { IconButton } from '../../ui/button.js'
import type { ControlIds } from '../../ui/field.js'
import { Input } from '../../ui/input.js'
import { Menu } from '../../ui/menu.js'
import { useKnownNames } from './use-known-names.js'

// Signs that subjects of this field are full of, and that every system draws.
const SIGNS = ['🎉', '👋', '🚀', '⭐', '🔥', '❤️', '🎁', '📦', '📅', '⏰', '💡', '✅', '📣', '👀', '☀️', '🙏'] as const

interface SubjectInputProps {
  ids: ControlIds
  value: string
  isReadOnly?: boolean | undefined
  onChange: (value: string) => void
}

/** The line of a subject, into which a menu puts fields of the contact and signs where the cursor was. */
export function SubjectInput({ ids, value, isReadOnly, onChange }: SubjectInputProps) {
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
            trigger={<IconButton icon={Braces} label={t.content.insertField} />}
            groups={[
              {
                label: t.content.insertVariable,
                items: names.map(({ field, label }) => ({ label, onSelect: () => insert(`{{ ${field} }}`) })),
              },
            ]}
          />
          <Menu
            onClosed={onClosed}
            trigger={<IconButton icon={Smile} label={t.content.insertEmoji} />}
            groups={[
              {
                items: SIGNS.map((sign) => ({
                  label: `${sign} ${t.content.emojis[sign]}`,
                  onSelect: () => insert(sign),
                })),
              },
            ]}
          />
        </>
      )}
    </span>
  )
}
