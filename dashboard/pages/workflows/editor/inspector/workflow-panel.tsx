import { Field } from '../../../../ui/field.js'
import { Input } from '../../../../ui/input.js'
import { TextArea } from '../../../../ui/text-area.js'
import { useEditorContext } from '../editor-context.js'
import { describeDraftError, editorText } from '../editor-text.js'

const MAX_NAME_LENGTH = 255
const MAX_DESCRIPTION_LENGTH = 1_000

/** The name and the description of the workflow. */
export function WorkflowPanel() {
  const { draft, edit, errors } = useEditorContext()
  const found = errors.find(({ stepId, field }) => stepId === null && field === 'name')
  return (
    <>
      <h2 className="text-title font-semibold">{editorText.inspector.workflow}</h2>
      <Field label={editorText.inspector.name} error={found && describeDraftError(draft, found)}>
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
      <Field label={editorText.inspector.description}>
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
      <p className="text-small text-muted">{editorText.inspector.selectHint}</p>
    </>
  )
}
