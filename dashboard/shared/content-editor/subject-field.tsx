import { t } from '../../messages/index.js'
import { useDeveloperDetails } from '../../session/developer-details.js'
import { Field } from '../../ui/field.js'
import { SubjectInput } from './subject-input.js'

interface SubjectFieldProps {
  value: string
  error: string | undefined
  isReadOnly: boolean | undefined
  onChange: (value: string) => void
}

/** The subject of a message. */
export function SubjectField({ value, error, isReadOnly, onChange }: SubjectFieldProps) {
  const areDetailsShown = useDeveloperDetails()
  return (
    <Field label={t.content.subject} hint={areDetailsShown ? t.content.subjectHint : undefined} error={error}>
      {(ids) => <SubjectInput ids={ids} value={value} isReadOnly={isReadOnly} onChange={onChange} />}
    </Field>
  )
}
