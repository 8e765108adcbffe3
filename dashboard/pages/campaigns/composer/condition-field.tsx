import { useState } from 'react'
import { t } from '../../../messages/index.js'
import { Field } from '../../../ui/field.js'
import { TextArea } from '../../../ui/text-area.js'
import type { CampaignFields } from './draft.js'

type Condition = CampaignFields['audienceCondition']

interface ConditionFieldProps {
  value: Condition
  onChange: (condition: Condition) => void
  faults: Readonly<Record<string, string>>
}

/** The condition of an audience. */
export function ConditionField({ value, onChange, faults }: ConditionFieldProps) {
  const [text, setText] = useState(() => (value === null ? '' : JSON.stringify(value, null, 2)))
  const [, fault] = Object.entries(faults).find(([field]) => field.startsWith('audienceCondition')) ?? []
  const change = (next: string): void => {
    setText(next)
    try {
      onChange(next.trim() === '' ? null : (JSON.parse(next) as Condition))
    } catch {
      // A condition that is half written is none yet.
    }
  }
  return (
    <Field label={t.campaigns.condition} fault={fault}>
      {(ids) => <TextArea {...ids} rows={8} value={text} onChange={({ target }) => change(target.value)} />}
    </Field>
  )
}
