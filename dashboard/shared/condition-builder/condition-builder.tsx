import { useId, useState } from 'react'
import { Braces, ListTree, Plus, Redo2, Undo2 } from 'lucide-react'
import type { ConditionScope } from '../../../models/domain/conditions/read-filter.js'
import { MAX_CONDITION_DEPTH, MAX_FILTERS, type ConditionTree } from '../../../models/domain/conditions/tree.js'
import { t } from '../../messages/index.js'
import { useDeveloperDetails } from '../../session/developer-details.js'
import { Button, IconButton } from '../../ui/button.js'
import { BuilderContext } from './builder-context.js'
import { countFilters, depthOf } from './edit-tree.js'
import { errorsByPath, type ConditionError } from './errors.js'
import type { Drop } from './filter-drag.js'
import { JsonEditor } from './json-editor.js'
import { newFilter } from './new-filter.js'
import { TreeEditor } from './tree-editor.js'
import { useConditionEdits } from './use-condition-edits.js'
import { useKnownFields } from './use-known-fields.js'

// From here on a limit is worth a word.
const NEAR_FILTERS = 80
const NEAR_DEPTH = 8
const NO_ERRORS: readonly ConditionError[] = []

interface ConditionBuilderProps {
  label: string
  /** The condition as it is being written: a part may not be filled in yet. Null is no condition. */
  value: ConditionTree | null
  onChange: (value: ConditionTree | null) => void
  /** The scope of the condition, which decides the fields that a filter may name. */
  scope?: ConditionScope
  /** The errors that the owner found. The builder finds all others itself, except for missing parts. */
  errors?: readonly ConditionError[]
  /** The event that the condition is about, for the names in its data. */
  eventName?: string | undefined
  /** The text for a condition without filters. */
  emptyText?: string
  isDisabled?: boolean
}

/** Edits a condition: filters as sentences, in groups that are joined by "and" or "or". */
export function ConditionBuilder(props: ConditionBuilderProps) {
  const { label, value, scope = 'contact', errors: given = NO_ERRORS, eventName, isDisabled = false } = props
  const fields = useKnownFields({ scope, tree: value, eventName })
  const edits = useConditionEdits(props)
  const id = useId()
  const [drop, setDrop] = useState<Drop | null>(null)
  const errors = errorsByPath(value, scope, given)
  const whole = errors.get('')
  return (
    <BuilderContext value={{ scope, fields, errors, isDisabled, edit: edits.edit, drop, setDrop }}>
      <section aria-labelledby={id} ref={edits.root} onKeyDown={edits.onKeyDown} className="min-w-0">
        <header className="mb-2 flex flex-wrap items-center justify-between gap-2">
          <h3 id={id} className="font-medium">
            {label}
          </h3>
          <Actions edits={edits} isDisabled={isDisabled} />
        </header>
        {edits.isJson ? (
          <JsonEditor value={value} scope={scope} isDisabled={isDisabled} onChange={edits.replace} />
        ) : (
          <Sentences {...props} />
        )}
        {whole && <p className="mt-2 text-bad">{whole}</p>}
        <Limits value={value} />
        <span role="status" className="sr-only">
          {edits.announcement}
        </span>
      </section>
    </BuilderContext>
  )
}

function Sentences({ value, emptyText, onChange, isDisabled }: ConditionBuilderProps) {
  if (value) return <TreeEditor tree={value} path={[]} />
  const begin = (): void => onChange({ logic: 'AND', groups: [{ filters: [newFilter()] }] })
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-panel border border-dashed border-control p-3">
      <p className="text-muted">{emptyText ?? t.conditions.noneYet}</p>
      <Button icon={Plus} disabled={isDisabled} onClick={begin}>
        {t.conditions.addFilter}
      </Button>
    </div>
  )
}

function Actions({ edits, isDisabled }: { edits: ReturnType<typeof useConditionEdits>; isDisabled: boolean }) {
  const { isJson, setJson, undo, redo } = edits
  const areDetailsShown = useDeveloperDetails()
  return (
    <div className="flex items-center gap-1">
      <IconButton icon={Undo2} label={t.conditions.undo} disabled={isDisabled || !undo} onClick={() => undo?.()} />
      <IconButton icon={Redo2} label={t.conditions.redo} disabled={isDisabled || !redo} onClick={() => redo?.()} />
      {(areDetailsShown || isJson) && (
        <Button variant="quiet" icon={isJson ? ListTree : Braces} onClick={() => setJson(!isJson)}>
          {isJson ? t.conditions.asSentences : t.conditions.asJson}
        </Button>
      )}
    </div>
  )
}

function Limits({ value }: { value: ConditionTree | null }) {
  const [count, depth] = [countFilters(value), depthOf(value)]
  const notes = [
    count >= NEAR_FILTERS ? t.conditions.countOf(count, MAX_FILTERS) : null,
    depth >= NEAR_DEPTH ? t.conditions.depthOf(depth, MAX_CONDITION_DEPTH) : null,
  ].filter((note) => note !== null)
  return notes.length > 0 && <p className="mt-2 text-small text-muted">{notes.join('. ')}</p>
}
