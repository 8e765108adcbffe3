import { useState } from 'react'
import { t } from '../../../messages/index.js'
import { Combobox } from '../../../ui/combobox.js'
import { Field } from '../../../ui/field.js'
import { Input, Select } from '../../../ui/input.js'
import { LINK_KINDS, readHref, toHref, type LinkKind } from '../document/link.js'
import { useEditor } from '../editor-context.js'

const KINDS = LINK_KINDS.map((value) => ({ value, label: t.designEditor.linkKinds[value] }))
const TYPES: Partial<Record<LinkKind, string>> = { mail: 'email', phone: 'tel' }

interface LinkFieldProps {
  label: string
  value: string
  error?: string | undefined
  onChange: (href: string) => void
  /** It gets the focus when its form opens. */
  isFirst?: boolean
}

/** The target of a link in words: an address of some kind, or one of the links that every email has. */
export function LinkField({ label, value, error, onChange, isFirst }: LinkFieldProps) {
  const { fields } = useEditor()
  const [kind, setKind] = useState(() => readHref(value).kind)
  const [written, setWritten] = useState({ href: value, text: readHref(value).text })
  // The address may change elsewhere, as by undoing; a scheme that was added is not shown while one types.
  const isOwn = written.href === value
  const shownKind = isOwn ? kind : readHref(value).kind
  const text = isOwn ? written.text : readHref(value).text
  const write = (next: string, nextKind = shownKind): void => {
    const href = toHref({ kind: nextKind, text: next })
    setKind(nextKind)
    setWritten({ href, text: next })
    if (href !== value) onChange(href)
  }
  const isPlain = shownKind !== 'unsubscribe' && shownKind !== 'preferences'
  return (
    <div className="flex flex-col gap-2">
      <Field label={label}>
        {(ids) => (
          <Select
            {...ids}
            options={KINDS}
            value={shownKind}
            onChange={({ target }) => write('', LINK_KINDS.find((one) => one === target.value) ?? 'web')}
          />
        )}
      </Field>
      {shownKind === 'field' && (
        <Combobox
          label={t.designEditor.linkField}
          isFree
          value={text}
          error={error}
          onChange={(next) => write(next)}
          options={fields.map(({ field, label: name }) => ({ value: field, label: name }))}
        />
      )}
      {isPlain && shownKind !== 'field' && (
        <Field label={t.designEditor.linkTexts[shownKind]} error={error}>
          {(ids) => (
            <Input
              {...ids}
              autoFocus={isFirst}
              type={TYPES[shownKind] ?? 'text'}
              inputMode={shownKind === 'web' ? 'url' : undefined}
              autoComplete="off"
              spellCheck={false}
              placeholder={t.designEditor.linkPlaceholders[shownKind]}
              value={text}
              onChange={({ target }) => write(target.value)}
            />
          )}
        </Field>
      )}
    </div>
  )
}
