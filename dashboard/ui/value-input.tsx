import { t } from '../messages/index.js'
import type { ControlIds } from './field.js'
import { Input, Select } from './input.js'
import { TextArea } from './text-area.js'
import { VALUE_KINDS, withKind, type ValueDraft, type ValueKind } from './value-draft.js'

const KINDS = VALUE_KINDS.map((value) => ({ value, label: t.values.kinds[value] }))
const ANSWERS = [
  { value: 'true', label: t.values.yes },
  { value: 'false', label: t.values.no },
]

interface ValueInputProps {
  /** The name of what has the value. */
  name: string
  draft: ValueDraft
  onChange: (draft: ValueDraft) => void
  ids?: Partial<ControlIds>
  autoFocus?: boolean
  /** Values are texts alone, as those of headers. */
  isTextOnly?: boolean
}

/** A value of any kind: which kind it is, and the control for it. */
export function ValueInput({ name, draft, onChange, ids, autoFocus, isTextOnly }: ValueInputProps) {
  const control = {
    'aria-label': t.values.valueOf(name),
    ...ids,
    autoFocus,
    value: draft.text,
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...draft, text: target.value }),
  }
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-start gap-2">
      <div className="min-w-0 flex-1 basis-32">
        {draft.kind === 'json' && <TextArea {...control} spellCheck={false} className="font-mono text-mono" />}
        {draft.kind === 'boolean' && <Select {...control} options={ANSWERS} />}
        {draft.kind === 'number' && <Input {...control} inputMode="decimal" autoComplete="off" />}
        {draft.kind === 'text' && <Input {...control} autoComplete="off" />}
      </div>
      {!isTextOnly && (
        <div className="w-28">
          <Select
            aria-label={t.values.kindOf(name)}
            options={KINDS}
            value={draft.kind}
            onChange={(event) => onChange(withKind(draft, event.target.value as ValueKind))}
          />
        </div>
      )}
    </div>
  )
}
