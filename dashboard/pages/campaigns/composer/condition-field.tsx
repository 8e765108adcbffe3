import { t } from '../../../messages/index.js'
import { ConditionBuilder } from '../../../shared/condition-builder/condition-builder.js'
import type { ConditionTree } from '../../../../models/domain/conditions/tree.js'
import type { CampaignFields } from './draft.js'

type Condition = CampaignFields['audienceCondition']

const FIELD = 'audienceCondition'

/** The edited condition and its errors. */
export interface ConditionFieldProps {
  value: Condition
  onChange: (condition: Condition) => void
  /** The errors that the API found, by the path of the field. */
  errors: Readonly<Record<string, string>>
}

/** The condition of an audience. */
export function ConditionField({ value, onChange, errors }: ConditionFieldProps) {
  const own = Object.entries(errors).filter(([field]) => field === FIELD || field.startsWith(`${FIELD}.`))
  return (
    <ConditionBuilder
      label={t.campaigns.condition}
      value={value as ConditionTree | null}
      onChange={onChange}
      errors={own.map(([field, message]) => ({ field, message }))}
    />
  )
}
