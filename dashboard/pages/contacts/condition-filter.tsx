import { useMemo, useState } from 'react'
import { Filter } from 'lucide-react'
import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import { useCommands } from '../../commands/registry.js'
import { t } from '../../messages/index.js'
import { AudienceCount } from '../../shared/audience-count.js'
import { ConditionBuilder } from '../../shared/condition-builder/condition-builder.js'
import { countFilters } from '../../shared/condition-builder/edit-tree.js'
import { faultsOf, type ConditionFault } from '../../shared/condition-builder/faults.js'
import { SaveAsSegment } from '../../shared/save-as-segment.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { conditionFault } from './condition-fault.js'

interface ConditionFilterProps {
  value: ConditionTree | null
  onChange: (value: ConditionTree | undefined) => void
}

/** The condition that filters the list: written in a drawer, and saved as a segment. */
export function ConditionFilter({ value, onChange }: ConditionFilterProps) {
  const [isOpen, setOpen] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const isSound = value !== null && conditionFault(value) === null
  const shown = isSound ? value : null
  // What is being written outlives the drawer, which Escape closes, as long as the list shows the same.
  const [written, setWritten] = useState<{ over: ConditionTree | null; draft: ConditionTree | null } | null>(null)
  const isSame = written !== null && JSON.stringify(written.over) === JSON.stringify(shown)
  useCommands(
    useMemo(() => {
      const open = { id: 'condition', title: t.contacts.condition, group: 'page' as const, keys: 'f' }
      const save = { id: 'save-segment', title: t.contacts.saveAsSegment, group: 'page' as const }
      const acts = [{ ...open, run: () => setOpen(true) }]
      return isSound ? [...acts, { ...save, run: () => setSaving(true) }] : acts
    }, [isSound]),
  )
  return (
    <>
      <Button icon={Filter} onClick={() => setOpen(true)}>
        {isSound ? t.contacts.conditionOf(countFilters(value)) : t.contacts.condition}
      </Button>
      {isSound && <Button onClick={() => setSaving(true)}>{t.contacts.saveAsSegment}</Button>}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t.contacts.conditionTitle} at="drawer">
        <Editor
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
      {isSound && <SaveAsSegment isOpen={isSaving} onClose={() => setSaving(false)} condition={value} />}
    </>
  )
}

const NO_FAULTS: readonly ConditionFault[] = []

interface EditorProps {
  value: ConditionTree | null
  /** The condition as it is being written. */
  draft: ConditionTree | null
  onDraft: (draft: ConditionTree | null) => void
  onChange: (value: ConditionTree | null) => void
  onOpenPart: () => void
}

function Editor({ value, draft, onDraft, onChange, onOpenPart }: EditorProps) {
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
        <Button look="strong" onClick={apply}>
          {t.contacts.showThese}
        </Button>
      </div>
      {draft && <AudienceCount audience={{ condition: draft }} onOpen={onOpenPart} />}
    </div>
  )
}
