import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { WorkflowGraph } from '../../../shared/workflow-graph/workflow-graph.js'
import { IconButton } from '../../../ui/button.js'
import { join } from '../../../ui/join.js'
import { useEditorContext } from './editor-context.js'
import { enterInspector, INSPECTOR_ID } from './inspector/enter-inspector.js'
import { Inspector } from './inspector/inspector.js'
import { Outline } from './outline/outline.js'
import type { Editor } from './use-editor.js'
import { useIsWide } from './use-is-wide.js'
import type { StepActions } from './use-step-actions.js'
import { editorText } from './editor-text.js'

interface EditorBodyProps {
  editor: Editor
  steps: StepActions
  isOutlineShown: boolean
  onOutline: (isShown: boolean) => void
}

/** The outline, the drawing where there is room for it, and the details, each scrolled by itself. */
export function EditorBody({ editor, steps, isOutlineShown, onOutline }: EditorBodyProps) {
  const isWide = useIsWide()
  const isShown = isOutlineShown || !isWide
  return (
    <div
      className={join(
        'grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] gap-3 wide:min-h-96',
        isShown
          ? 'wide:grid-cols-[232px_minmax(0,1fr)_minmax(300px,380px)]'
          : 'wide:grid-cols-[auto_minmax(0,1fr)_minmax(300px,380px)]',
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
      {isWide && <Drawing editor={editor} />}
      <section
        aria-label={editorText.inspector.title}
        className="min-h-0 scroll-mt-4 overflow-y-auto rounded-panel border border-line bg-surface p-4"
      >
        <Inspector actions={steps} />
      </section>
    </div>
  )
}

function Drawing({ editor }: { editor: Editor }) {
  const { workflow, draft, selection, errors, counts, names, select } = useEditorContext()
  return (
    <div className="min-h-0 min-w-0 overflow-hidden rounded-panel border border-line bg-canvas">
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
