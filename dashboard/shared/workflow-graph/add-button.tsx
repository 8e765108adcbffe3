import { Plus } from 'lucide-react'
import type { Place } from '../workflow-draft/edit.js'
import { useGraph } from './graph-context.js'

/**
 * Opens the menu of steps for a place. The Tab key passes it by, as a workflow has hundreds of places: a key adds
 * behind the selected step.
 */
export function AddButton({ place, label }: { place: Place; label: string }) {
  const { openMenu } = useGraph()
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      aria-haspopup="menu"
      title={label}
      onClick={(event) => {
        event.stopPropagation()
        const { left, bottom } = event.currentTarget.getBoundingClientRect()
        openMenu(place, { x: left, y: bottom })
      }}
      className="nodrag nopan pointer-events-auto flex size-6 items-center justify-center rounded-full border border-control bg-surface text-muted hover:border-accent hover:text-accent"
    >
      <Plus aria-hidden size={14} />
    </button>
  )
}
