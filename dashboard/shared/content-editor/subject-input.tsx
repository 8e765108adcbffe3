import { Smile } from 'lucide-react'
import { t } from '../../messages/index.js'
import { IconButton } from '../../ui/button.js'
import type { ControlIds } from '../../ui/field.js'
import { Menu } from '../../ui/menu.js'
import { FieldInput } from './field-input.js'

// Signs that subjects of this field are full of, and that every system draws.
const SIGNS = ['🎉', '👋', '🚀', '⭐', '🔥', '❤️', '🎁', '📦', '📅', '⏰', '💡', '✅', '📣', '👀', '☀️', '🙏'] as const

interface SubjectInputProps {
  ids: ControlIds
  value: string
  isReadOnly?: boolean | undefined
  onChange: (value: string) => void
}

/** The line of a subject, into which menus put fields of the contact and signs where the cursor was. */
export function SubjectInput(props: SubjectInputProps) {
  return (
    <FieldInput
      {...props}
      more={({ insert, onClosed }) => (
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
      )}
    />
  )
}
