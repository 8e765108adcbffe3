import { useId, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { ChevronDown } from 'lucide-react'
import { t } from '../messages/index.js'
import { ComboboxList } from './combobox-list.js'
import type { ComboboxOption } from './combobox-options.js'
import { Field, type ControlIds } from './field.js'
import { CHEVRON, Input } from './input.js'
import { useComboboxOptions, type LoadOptions } from './use-combobox-options.js'

export interface ComboboxProps {
  label: string
  /** The label is read out alone, as in a row of controls. */
  isLabelHidden?: boolean
  /** The label is inside the border, as in a row of filters. */
  isInline?: boolean
  hint?: string | undefined
  error?: string | undefined
  value: string | null
  onChange: (value: string) => void
  /** The options; `load` instead if a call finds them. */
  options?: readonly ComboboxOption[]
  load?: LoadOptions
  /** The label of the value if no option has it. */
  shownAs?: string | undefined
  /** Any text is a value, and the options are suggestions. */
  isFree?: boolean
  /** One more option made from the text, for a value that no list holds. */
  freeOption?: (text: string) => ComboboxOption | null
  placeholder?: string | undefined
  isDisabled?: boolean
  /** Marks the control for a component that sets the focus. */
  part?: string
  maxLength?: number
}

/** A field that is filled by choosing from a list while one types, by the pattern "Combobox" of the WAI-ARIA guide. */
export function Combobox(props: ComboboxProps) {
  const { label, isLabelHidden, isInline, hint, error } = props
  if (!isLabelHidden) {
    return (
      <Field label={label} hint={hint} error={error} isInline={isInline}>
        {(ids) => <Control {...props} ids={ids} />}
      </Field>
    )
  }
  return <Control {...props} ids={{ 'aria-label': label, 'aria-invalid': error ? true : undefined }} />
}

function Control({ ids, ...props }: ComboboxProps & { ids: Partial<ControlIds> & { 'aria-label'?: string } }) {
  const { label, value, placeholder, isDisabled, part, maxLength } = props
  const { listId, shown, isOpen, at, found, input, setAt, choose } = useCombobox(props)
  return (
    <div className="relative w-full min-w-0">
      <Input
        {...ids}
        {...input}
        {...(maxLength === undefined ? {} : { maxLength })}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        data-list={isOpen ? 'open' : undefined}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && at >= 0 ? `${listId}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        data-part={part}
        disabled={isDisabled}
        placeholder={placeholder}
        value={shown}
        className="truncate pr-8"
      />
      <ChevronDown aria-hidden size={16} className={CHEVRON} />
      {isOpen && (
        <ComboboxList
          groups={found.groups}
          isLoading={found.isLoading}
          hasFailed={found.hasFailed}
          id={listId}
          label={label}
          at={at}
          value={value}
          onPoint={setAt}
          onChoose={choose}
        />
      )}
      <span role="status" className="sr-only">
        {isOpen && !found.isLoading ? t.common.options(found.flat.length) : ''}
      </span>
    </div>
  )
}

type InputProps = Pick<ComponentProps<'input'>, 'onChange' | 'onClick' | 'onFocus' | 'onBlur' | 'onKeyDown'>

function useCombobox({ value, onChange, isFree = false, shownAs, isDisabled, ...source }: ComboboxProps) {
  const listId = useId()
  // The text typed since the list opened; null before that.
  const [text, setText] = useState<string | null>(null)
  const [isWanted, setWanted] = useState(false)
  const [at, setAt] = useState(-1)
  const found = useComboboxOptions(source, text ?? '', isWanted)
  // Without suggestions no list covers the content below the field.
  const isOpen = isWanted && !(isFree && found.flat.length === 0)
  // Enter must not choose an option that was found for another text.
  const current = found.isCurrent ? Math.min(at, found.flat.length - 1) : -1
  const close = (): void => {
    setText(null)
    setWanted(false)
    setAt(-1)
  }
  const open = (): void => setWanted(!isDisabled)
  const choose = (option: ComboboxOption): void => {
    close()
    if (option.value !== value) onChange(option.value)
  }
  const step = (by: number): void => {
    if (!isOpen) open()
    const count = found.isCurrent ? found.flat.length : 0
    if (count > 0) setAt(current < 0 ? (by > 0 ? 0 : count - 1) : (current + by + count) % count)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const option = found.flat[current]
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') step(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Enter' && isOpen && option) choose(option)
    else if (event.key === 'Enter' && isOpen && !found.isCurrent && !isFree) setAt(0)
    else if (event.key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
  }
  const input: InputProps = {
    onChange: ({ target }) => {
      setText(target.value)
      setAt(isFree ? -1 : 0)
      open()
      if (isFree) onChange(target.value)
    },
    onClick: open,
    onFocus: ({ target }) => target.select(),
    onBlur: close,
    onKeyDown,
  }
  const label = shownAs ?? source.options?.find((option) => option.value === value)?.label ?? value ?? ''
  return { listId, shown: isFree ? (value ?? '') : (text ?? label), isOpen, at: current, found, input, setAt, choose }
}
