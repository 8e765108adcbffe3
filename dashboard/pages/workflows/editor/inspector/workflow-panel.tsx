import { Field } from '../../../../ui/field.js'
import { Input } from '../../../../ui/input.js'
import { TextArea } from '../../../../ui/text-area.js'
import { useEditorContext } from '../editor-context.js'
import { faultText, words } from '../words.js'

const MAX_NAME_LENGTH = 255
const MAX_DESCRIPTION_LENGTH = 1_000

/** The name and the description of the workflow. */
export function WorkflowPanel() {
  const { draft, edit, faults } = useEditorContext()
  const found = faults.find(({ stepId, field }) => stepId === null && field === 'name')
  return (
    <>
      <h2 className="text-title font-semibold">{words.inspector.workflow}</h2>
      <Field label={words.inspector.name} fault={found && faultText(draft, found)}>
        {(ids) => (
          <Input
            {...ids}
            autoComplete="off"
            maxLength={MAX_NAME_LENGTH}
            value={draft.name}
            onChange={({ target }) => edit({ type: 'describe', name: target.value }, 'workflow name')}
          />
        )}
      </Field>
      <Field label={words.inspector.description}>
        {(ids) => (
          <TextArea
            {...ids}
            maxLength={MAX_DESCRIPTION_LENGTH}
            value={draft.description ?? ''}
            onChange={({ target: { value } }) =>
              edit({ type: 'describe', description: value === '' ? null : value }, 'workflow description')
            }
          />
        )}
      </Field>
      <p className="text-small text-muted">{words.inspector.selectHint}</p>
    </>
  )
}
