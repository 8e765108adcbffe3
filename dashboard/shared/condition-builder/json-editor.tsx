import { useState } from 'react'
import { readConditionTree } from '../../../models/domain/conditions/read-condition-tree.js'
import type { ConditionScope } from '../../../models/domain/conditions/read-filter.js'
import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import { t } from '../../messages/index.js'
import { Field } from '../../ui/field.js'
import { TextArea } from '../../ui/text-area.js'

const SHOWN_ERRORS = 5

interface JsonEditorProps {
  value: ConditionTree | null
  scope: ConditionScope
  isDisabled: boolean
  onChange: (tree: ConditionTree | null) => void
}

/** The condition as the API takes it. A text that is no condition changes nothing and says why. */
export function JsonEditor({ value, scope, isDisabled, onChange }: JsonEditorProps) {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2))
  const { errors } = read(text, scope)
  const change = (next: string): void => {
    setText(next)
    const { tree } = read(next, scope)
    if (tree !== undefined && JSON.stringify(tree) !== JSON.stringify(value)) onChange(tree)
  }
  return (
    <Field label={t.conditions.json} hint={t.conditions.jsonHint} error={errors.slice(0, SHOWN_ERRORS).join('; ')}>
      {(ids) => (
        <TextArea
          {...ids}
          rows={Math.min(20, text.split('\n').length + 1)}
          spellCheck={false}
          readOnly={isDisabled}
          className="font-mono text-mono"
          value={text}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </Field>
  )
}

function read(text: string, scope: ConditionScope): { tree?: ConditionTree | null; errors: string[] } {
  try {
    const sent: unknown = JSON.parse(text)
    if (sent === null) return { tree: null, errors: [] }
    const { tree, errors: found = [] } = readConditionTree(sent, { prefix: '', scope })
    const errors = found.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`))
    return tree ? { tree, errors } : { errors }
  } catch {
    return { errors: [t.conditions.notJson] }
  }
}
