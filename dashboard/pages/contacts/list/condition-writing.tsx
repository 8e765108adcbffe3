import { useState } from 'react'
import type { ConditionTree } from '../../../../models/domain/conditions/tree.js'
import { t } from '../../../messages/index.js'
import { AudienceCount } from '../../../shared/audience-count.js'
import { ConditionBuilder } from '../../../shared/condition-builder/condition-builder.js'
import { errorsOf, type ConditionError } from '../../../shared/condition-builder/errors.js'
import { Button } from '../../../ui/button.js'

const NO_ERRORS: readonly ConditionError[] = []

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
  const errors = draft === null ? NO_ERRORS : errorsOf(draft)
  const apply = (): void => {
    if (errors.length === 0) onChange(draft)
    else setAsked(true)
  }
  return (
    <div className="flex flex-col gap-4">
      <ConditionBuilder
        label={t.contacts.conditionLabel}
        value={draft}
        onChange={onDraft}
        errors={isAsked ? errors : NO_ERRORS}
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
