import { t } from '../../messages/index.js'
import { Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'
import { TextArea } from '../../ui/text-area.js'
import type { SegmentDraft } from './draft.js'

const MAX_NAME = 100
const MAX_DESCRIPTION = 500

interface SegmentFieldsProps {
  value: SegmentDraft
  onChange: (part: Partial<SegmentDraft>) => void
  errors: ReadonlyMap<string, string>
  isNew?: boolean
}

/** The name of a segment and what it is for. */
export function SegmentFields({ value: { name, description }, onChange, errors, isNew }: SegmentFieldsProps) {
  return (
    <div className="flex max-w-xl flex-col gap-4">
      <Field label={t.segments.name} hint={isNew ? undefined : t.segments.nameHint} error={errors.get('name')}>
        {(ids) => (
          <Input
            {...ids}
            autoFocus={isNew}
            autoComplete="off"
            required
            maxLength={MAX_NAME}
            value={name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </Field>
      <Field label={t.segments.description} error={errors.get('description')}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={2}
            maxLength={MAX_DESCRIPTION}
            value={description}
            onChange={({ target }) => onChange({ description: target.value })}
          />
        )}
      </Field>
    </div>
  )
}
