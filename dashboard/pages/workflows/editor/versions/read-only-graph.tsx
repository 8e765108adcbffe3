import { useState } from 'react'
import type { Draft, Marks, Selection } from '../../../../shared/workflow-draft/draft.js'
import { NO_SELECTION } from '../../../../shared/workflow-draft/draft.js'
import { WorkflowGraph } from '../../../../shared/workflow-graph/workflow-graph.js'
import { editorText } from '../editor-text.js'

/** The drawing of a version, or of two in one. */
export function ReadOnlyGraph({ draft, marks }: { draft: Draft; marks?: Marks }) {
  const [selection, setSelection] = useState<Selection>(NO_SELECTION)
  return (
    <div className="h-[70vh] min-h-80 overflow-hidden rounded-panel border border-line bg-canvas max-wide:hidden">
      <WorkflowGraph
        label={editorText.outline.tree}
        draft={draft}
        selection={selection}
        onSelect={setSelection}
        isReadOnly
        {...(marks ? { marks } : {})}
      />
    </div>
  )
}
