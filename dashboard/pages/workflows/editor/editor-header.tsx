import { CircleAlert, History, Play, Redo2, Sparkles, Undo2 } from 'lucide-react'
import { useIsDisabledProject } from '../../../session/project.js'
import { Button, IconButton } from '../../../ui/button.js'
import { TextLink } from '../../../ui/link.js'
import { PageHeader } from '../../../ui/panel.js'
import { Switch } from '../../../ui/switch.js'
import { stepSummary } from '../../../shared/workflow-graph/step-summary.js'
import { triggerStep } from '../../../shared/workflow-draft/graph.js'
import { changesSince, countChanges } from '../../../shared/workflow-draft/changes.js'
import type { EditorActions } from './use-editor-commands.js'
import { useEditorContext } from './editor-context.js'
import type { Editor } from './use-editor.js'
import { editorText } from './editor-text.js'

interface EditorHeaderProps {
  editor: Editor
  actions: EditorActions
  enabling: { isBusy: boolean; turn: (isOn: boolean) => void }
}

/** The name of the workflow, whether it is enabled, and what can be done with the draft as a whole. */
export function EditorHeader({ editor, actions, enabling }: EditorHeaderProps) {
  const { workflow, draft, errors, open } = useEditorContext()
  const { past, future } = editor.state.history
  const isRefused = useIsDisabledProject() && !workflow.enabled
  const count = editor.isChanged ? countChanges(changesSince(editor.state.base.draft, draft)) : 0
  return (
    <PageHeader title={draft.name} note={<Note />}>
      <Switch
        label={editorText.enabled}
        isOn={workflow.enabled}
        isDisabled={enabling.isBusy || isRefused || workflow.archived}
        onChange={(isOn) => enabling.turn(isOn)}
      />
      <span className="flex items-center">
        <IconButton icon={Undo2} label={editorText.undo} disabled={past.length === 0} onClick={actions.undo} />
        <IconButton icon={Redo2} label={editorText.redo} disabled={future.length === 0} onClick={actions.redo} />
        <IconButton icon={Sparkles} label={editorText.tidyHint} className="max-wide:hidden" onClick={actions.tidy} />
        <IconButton icon={History} label={editorText.versions} onClick={() => open({ kind: 'versions' })} />
        <IconButton icon={Play} label={editorText.tryIt} onClick={() => open({ kind: 'try' })} />
      </span>
      {errors.length > 0 && (
        <Button icon={CircleAlert} className="text-bad" onClick={() => open({ kind: 'errors' })}>
          {editorText.errors(errors.length)}
        </Button>
      )}
      {count > 0 && <Button onClick={() => open({ kind: 'changes' })}>{editorText.changes(count)}</Button>}
      <Button variant="strong" title={editorText.publishKeys} onClick={actions.publish}>
        {editorText.publish}
      </Button>
    </PageHeader>
  )
}

function Note() {
  const { workflow, draft } = useEditorContext()
  const trigger = triggerStep(draft)
  const summary = trigger ? stepSummary(trigger, draft.trigger) : null
  const params = { projectId: workflow.projectId, workflowId: workflow.id }
  return (
    <span className="flex flex-wrap gap-x-3">
      {summary !== null && <span className="min-w-0 break-words">{summary}</span>}
      <span>{editorText.version(workflow.version)}</span>
      <TextLink to="/p/$projectId/workflows/$workflowId/executions" params={params}>
        {editorText.executions}
      </TextLink>
    </span>
  )
}
