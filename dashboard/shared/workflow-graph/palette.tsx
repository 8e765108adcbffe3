import { Panel } from '@xyflow/react'
import { t } from '../../messages/index.js'
import type { AddableType } from './add-menu.js'
import { ADDABLE_TYPES, STEP_ICONS } from './step-types.js'

interface PaletteProps {
  /** A type is being dragged; null once it is dropped or left. */
  onDrag: (type: AddableType | null) => void
  /** A type was chosen without a place. */
  onChoose: (type: AddableType) => void
}

/**
 * The types of steps, to be dragged onto the canvas. A click adds one behind the selected step. The Tab key passes them
 * by: a key opens the same list.
 */
export function Palette({ onDrag, onChoose }: PaletteProps) {
  return (
    <Panel position="top-left">
      <ul
        aria-label={t.workflowGraph.palette}
        title={t.workflowGraph.paletteHint}
        className="flex flex-col gap-1 rounded-panel border border-line bg-surface p-1"
      >
        {ADDABLE_TYPES.map((type) => (
          <Entry key={type} type={type} onDrag={onDrag} onChoose={onChoose} />
        ))}
      </ul>
    </Panel>
  )
}

function Entry({ type, onDrag, onChoose }: PaletteProps & { type: AddableType }) {
  const Icon = STEP_ICONS[type]
  const name = t.workflowGraph.types[type]
  return (
    <li>
      <button
        type="button"
        draggable
        tabIndex={-1}
        aria-label={t.workflowGraph.addOfType(name)}
        title={t.workflowGraph.typeHints[type]}
        onClick={() => onChoose(type)}
        onDragStart={({ dataTransfer }) => {
          // Some browsers do not start a drag without data.
          dataTransfer.setData('text/plain', name)
          dataTransfer.effectAllowed = 'copy'
          onDrag(type)
        }}
        onDragEnd={() => onDrag(null)}
        className="flex h-8 w-full cursor-grab items-center gap-2 rounded-control px-2 text-small text-muted hover:bg-raised hover:text-ink active:cursor-grabbing"
      >
        <Icon aria-hidden size={16} className="shrink-0" />
        {name}
      </button>
    </li>
  )
}
