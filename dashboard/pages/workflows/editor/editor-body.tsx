import { useState } from 'react'
import { Maximize2, Minimize2, PanelLeftClose, PanelLeftOpen, PanelRightClose, PanelRightOpen } from 'lucide-react'
import { WorkflowGraph } from '../../../shared/workflow-graph/workflow-graph.js'
import { IconButton } from '../../../ui/button.js'
import { join } from '../../../ui/join.js'
import { useEditorContext } from './editor-context.js'
import { enterInspector, INSPECTOR_ID } from './inspector/enter-inspector.js'
import { Inspector } from './inspector/inspector.js'
import { Outline } from './outline/outline.js'
import type { Editor } from './use-editor.js'
import { useIsLarge, useIsWide } from './use-is-wide.js'
import type { Panes } from './use-panes.js'
import type { StepActions } from './use-step-actions.js'
import { editorText } from './editor-text.js'

interface EditorBodyProps {
  editor: Editor
  steps: StepActions
  panes: Panes
}

const COLUMNS = {
  both: 'wide:grid-cols-[232px_minmax(0,1fr)_minmax(300px,380px)]',
  outline: 'wide:grid-cols-[232px_minmax(0,1fr)_auto]',
  details: 'wide:grid-cols-[auto_minmax(0,1fr)_minmax(300px,380px)]',
  none: 'wide:grid-cols-[auto_minmax(0,1fr)_auto]',
}

/** The outline, the drawing where there is room for it, and the details, each scrolled by itself. */
export function EditorBody({ editor, steps, panes }: EditorBodyProps) {
  const { isOutlineShown, setOutlineShown: onOutline, fullScreen } = panes
  const isWide = useIsWide()
  const isLarge = useIsLarge()
  const { selection } = useEditorContext()
  const [isAsked, setAsked] = useState(false)
  const isShown = isOutlineShown || !isWide
  // Where the drawing would be small, the details of the workflow itself are shown only when they are asked for.
  const isSelected = selection.stepIds.length > 0 || selection.transitionId !== null
  const areDetailsShown = isLarge || !isWide || isSelected || isAsked
  return (
    <div
      className={join(
        'grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] gap-3 wide:min-h-96',
        COLUMNS[isShown ? (areDetailsShown ? 'both' : 'outline') : areDetailsShown ? 'details' : 'none'],
      )}
    >
      {isShown ? (
        <section
          aria-label={editorText.outline.title}
          className="min-h-0 overflow-y-auto rounded-panel border border-line bg-surface p-2"
        >
          <header className="mb-1 flex items-center justify-between pl-2">
            <h2 className="font-semibold">{editorText.outline.title}</h2>
            {isWide && (
              <IconButton icon={PanelLeftClose} label={editorText.outline.hide} onClick={() => onOutline(false)} />
            )}
          </header>
          {!isWide && <p className="mb-2 px-2 text-small text-muted">{editorText.narrow}</p>}
          <Outline actions={steps} onEnter={enterInspector} onTap={isWide ? undefined : showInspector} />
        </section>
      ) : (
        <IconButton icon={PanelLeftOpen} label={editorText.outline.show} onClick={() => onOutline(true)} />
      )}
      {isWide && <Drawing editor={editor} fullScreen={fullScreen} />}
      {areDetailsShown ? (
        <section
          aria-label={editorText.inspector.title}
          className="min-h-0 scroll-mt-4 overflow-y-auto rounded-panel border border-line bg-surface p-4"
        >
          {isWide && !isLarge && !isSelected && (
            <IconButton
              icon={PanelRightClose}
              label={editorText.inspector.hide}
              onClick={() => setAsked(false)}
              className="float-right"
            />
          )}
          <Inspector actions={steps} />
        </section>
      ) : (
        <IconButton icon={PanelRightOpen} label={editorText.inspector.show} onClick={() => setAsked(true)} />
      )}
    </div>
  )
}

function Drawing({ editor, fullScreen }: { editor: Editor; fullScreen: Panes['fullScreen'] }) {
  const { workflow, draft, selection, errors, counts, names, select } = useEditorContext()
  return (
    <div className="relative min-h-0 min-w-0 overflow-hidden rounded-panel border border-line bg-canvas">
      <span className="absolute right-2 bottom-2 z-10 rounded-panel border border-line bg-surface p-1">
        <IconButton
          icon={fullScreen.is ? Minimize2 : Maximize2}
          label={fullScreen.is ? editorText.leaveFullScreen : editorText.fullScreen}
          onClick={fullScreen.toggle}
        />
      </span>
      <WorkflowGraph
        label={editorText.outline.tree}
        draft={draft}
        selection={selection}
        onSelect={select}
        dispatch={editor.dispatch}
        errors={errors}
        counts={counts}
        workflowId={workflow.id}
        names={names}
      />
    </div>
  )
}

/** On a small screen the details stand below the outline. */
function showInspector(): void {
  document.getElementById(INSPECTOR_ID)?.scrollIntoView({ block: 'start' })
}
