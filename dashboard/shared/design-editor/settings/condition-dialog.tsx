import { useState } from 'react'
import type { ConditionTree } from '../../../../models/domain/conditions/tree.js'
import { t } from '../../../messages/index.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { ConditionBuilder } from '../../condition-builder/condition-builder.js'
import { errorsOf } from '../../condition-builder/errors.js'

/** The condition of a block, and the callback for another one. */
export interface ConditionDialogProps {
  value: ConditionTree | null
  scope: 'contact' | 'workflow'
  onClose: () => void
  onChange: (condition: ConditionTree | null) => void
}

/** Edits the condition on which a block is shown; only a complete one is taken over. */
export function ConditionDialog({ value, scope, onClose, onChange }: ConditionDialogProps) {
  const [condition, setCondition] = useState(value)
  const isWhole = condition === null || errorsOf(condition).length === 0
  return (
    <Dialog isOpen onClose={onClose} title={t.designEditor.condition} text={t.designEditor.conditionText} at="drawer">
      <ConditionBuilder label={t.designEditor.condition} scope={scope} value={condition} onChange={setCondition} />
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onClose}>{t.common.cancel}</Button>
        <Button
          variant="strong"
          disabled={!isWhole}
          onClick={() => {
            onChange(condition)
            onClose()
          }}
        >
          {t.designEditor.apply}
        </Button>
      </div>
    </Dialog>
  )
}
