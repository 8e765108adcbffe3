import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import { t } from '../../messages/index.js'
import { AudienceCount } from '../../shared/audience-count.js'
import { ConditionBuilder } from '../../shared/condition-builder/condition-builder.js'
import type { ConditionError } from '../../shared/condition-builder/errors.js'
import { Panel } from '../../ui/panel.js'

interface ConditionPartProps {
  condition: ConditionTree | null
  onChange: (condition: ConditionTree | null) => void
  errors: readonly ConditionError[]
}

/** The condition of a segment, with the contacts that meet it beside it. */
export function ConditionPart({ condition, onChange, errors }: ConditionPartProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <ConditionBuilder label={t.segments.condition} value={condition} onChange={onChange} errors={errors} />
      {condition && (
        <Panel title={t.segments.audience} isPadded>
          <AudienceCount audience={{ condition }} />
        </Panel>
      )}
    </div>
  )
}
