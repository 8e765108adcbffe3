import { useState } from 'react'
import { Split } from 'lucide-react'
import type { Block } from '../../../../models/domain/design/design.js'
import { t } from '../../../messages/index.js'
import { Button } from '../../../ui/button.js'
import { lazyPart } from '../../lazy-part.js'
import { useEditor } from '../editor-context.js'
import type { ConditionDialogProps } from './condition-dialog.js'

const ConditionDialog = lazyPart<ConditionDialogProps, 'ConditionDialog'>(
  () => import('./condition-dialog.js'),
  'ConditionDialog',
)

/** Who sees a block: everybody, or those alone who meet a condition. */
export function ConditionSettings({ block }: { block: Block }) {
  const { store, scope } = useEditor()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">{t.designEditor.visibility}</h3>
      <p className="text-small text-muted">{block.when ? t.designEditor.shownIf : t.designEditor.shownToAll}</p>
      <div className="flex flex-wrap gap-2">
        <Button icon={Split} onClick={() => setOpen(true)}>
          {block.when ? t.designEditor.editCondition : t.designEditor.addCondition}
        </Button>
        {block.when && (
          <Button variant="quiet" onClick={() => store.change(block, { when: undefined })}>
            {t.designEditor.removeCondition}
          </Button>
        )}
      </div>
      {isOpen && (
        <ConditionDialog
          value={block.when ?? null}
          scope={scope}
          onClose={() => setOpen(false)}
          onChange={(when) => store.change(block, { when: when ?? undefined })}
        />
      )}
    </section>
  )
}
