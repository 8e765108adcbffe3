import { useMemo, useState } from 'react'
import { Filter } from 'lucide-react'
import type { ConditionTree } from '../../../../models/domain/conditions/tree.js'
import { useCommands } from '../../../commands/registry.js'
import { t } from '../../../messages/index.js'
import { countFilters } from '../../../shared/condition-builder/edit-tree.js'
import { lazyPart } from '../../../shared/lazy-part.js'
import type { SaveAsSegmentProps } from '../../../shared/save-as-segment.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { SkeletonRows } from '../../../ui/skeleton.js'
import { conditionError } from './condition-error.js'
import type { ConditionWritingProps } from './condition-writing.js'

const ConditionWriting = lazyPart<ConditionWritingProps, 'ConditionWriting'>(
  () => import('./condition-writing.js'),
  'ConditionWriting',
  <SkeletonRows rows={4} />,
)
const SaveAsSegment = lazyPart<SaveAsSegmentProps, 'SaveAsSegment'>(
  () => import('../../../shared/save-as-segment.js'),
  'SaveAsSegment',
)

interface ConditionFilterProps {
  value: ConditionTree | null
  onChange: (value: ConditionTree | undefined) => void
}

/** The condition that filters the list: written in a drawer, and saved as a segment. */
export function ConditionFilter({ value, onChange }: ConditionFilterProps) {
  const [isOpen, setOpen] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const isSound = value !== null && conditionError(value) === null
  const shown = isSound ? value : null
  // The edited condition survives when Escape closes the drawer, as long as the filter of the list stays the same.
  const [written, setWritten] = useState<{ over: ConditionTree | null; draft: ConditionTree | null } | null>(null)
  const isSame = written !== null && JSON.stringify(written.over) === JSON.stringify(shown)
  useCommands(
    useMemo(() => {
      const open = { id: 'condition', title: t.contacts.condition, group: 'page' as const, keys: 'f' }
      const save = { id: 'save-segment', title: t.contacts.saveAsSegment, group: 'page' as const }
      const actions = [{ ...open, run: () => setOpen(true) }]
      return isSound ? [...actions, { ...save, run: () => setSaving(true) }] : actions
    }, [isSound]),
  )
  return (
    <>
      <Button icon={Filter} onClick={() => setOpen(true)}>
        {isSound ? t.contacts.conditionOf(countFilters(value)) : t.contacts.condition}
      </Button>
      {isSound && <Button onClick={() => setSaving(true)}>{t.contacts.saveAsSegment}</Button>}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t.contacts.conditionTitle} at="drawer">
        <ConditionWriting
          value={shown}
          draft={isSame ? written.draft : shown}
          onDraft={(draft) => setWritten({ over: shown, draft })}
          onChange={(next) => {
            setOpen(false)
            setWritten(null)
            onChange(next ?? undefined)
          }}
          onOpenPart={() => setOpen(false)}
        />
      </Dialog>
      {isSound && isSaving && <SaveAsSegment onClose={() => setSaving(false)} condition={value} />}
    </>
  )
}
