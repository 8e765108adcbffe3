import { t } from '../../../messages/index.js'
import { ConditionBuilder } from '../../../shared/condition-builder/condition-builder.js'
import type { ConditionTree } from '../../../../models/domain/conditions/tree.js'
import type { CampaignFields } from './draft.js'

type Condition = CampaignFields['audienceCondition']

const FIELD = 'audienceCondition'

/** The edited condition and its faults. */
export interface ConditionFieldProps {
  value: Condition
  onChange: (condition: Condition) => void
  /** The faults that the API found, by the path of the field. */
  faults: Readonly<Record<string, string>>
}

/** The condition of an audience. */
export function ConditionField({ value, onChange, faults }: ConditionFieldProps) {
  const own = Object.entries(faults).filter(([field]) => field === FIELD || field.startsWith(`${FIELD}.`))
  return (
    <ConditionBuilder
      label={t.campaigns.condition}
      value={value as ConditionTree | null}
      onChange={onChange}
      faults={own.map(([field, message]) => ({ field, message }))}
    />
  )
}
