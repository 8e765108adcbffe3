import { useState } from 'react'
import type { ConditionTree } from '../../../../models/domain/conditions/tree.js'
import { t } from '../../../messages/index.js'
import { AudienceCount } from '../../../shared/audience-count.js'
import { ConditionBuilder } from '../../../shared/condition-builder/condition-builder.js'
import { faultsOf, type ConditionFault } from '../../../shared/condition-builder/faults.js'
import { Button } from '../../../ui/button.js'

const NO_FAULTS: readonly ConditionFault[] = []

/** The condition of the list, and its edited state. */
export interface ConditionWritingProps {
  value: ConditionTree | null
  /** The edited condition. */
  draft: ConditionTree | null
  onDraft: (draft: ConditionTree | null) => void
  onChange: (value: ConditionTree | null) => void
  onOpenPart: () => void
}

/** Edits the condition that filters the list, with the count of matching contacts. */
export function ConditionWriting({ value, draft, onDraft, onChange, onOpenPart }: ConditionWritingProps) {
  const [isAsked, setAsked] = useState(false)
  const faults = draft === null ? NO_FAULTS : faultsOf(draft)
  const apply = (): void => {
    if (faults.length === 0) onChange(draft)
    else setAsked(true)
  }
  return (
    <div className="flex flex-col gap-4">
      <ConditionBuilder
        label={t.contacts.conditionLabel}
        value={draft}
        onChange={onDraft}
        faults={isAsked ? faults : NO_FAULTS}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {value && <Button onClick={() => onChange(null)}>{t.contacts.clearCondition}</Button>}
        <Button variant="strong" onClick={apply}>
          {t.contacts.showThese}
        </Button>
      </div>
      {draft && <AudienceCount audience={{ condition: draft }} onOpen={onOpenPart} />}
    </div>
  )
}
