import { DropdownMenu } from 'radix-ui'
import { t } from '../../messages/index.js'
import type { Place } from '../workflow-draft/edit.js'
import type { ScreenPoint } from './graph-context.js'
import { ADDABLE_TYPES, STEP_ICONS } from './step-types.js'

/** A type of step that an author can add. */
export type AddableType = (typeof ADDABLE_TYPES)[number]

/** The position of the menu, and its callbacks. */
export interface AddMenuProps {
  /** The place of the new step, and the position of the menu. */
  open: { place: Place; at: ScreenPoint }
  onAdd: (type: AddableType, place: Place) => void
  onClose: () => void
}

/** The types of steps, each to be added at a place. One menu serves the whole canvas. */
export function AddMenu({ open: { place, at }, onAdd, onClose }: AddMenuProps) {
  // Nothing can follow an exit, so that it divides no transition.
  const types = ADDABLE_TYPES.filter((type) => type !== 'EXIT' || place.at !== 'transition')
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden className="pointer-events-none fixed size-0" style={{ left: at.x, top: at.y }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={t.workflowGraph.addStep}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="z-50 max-h-[70vh] min-w-48 overflow-y-auto rounded-panel border border-line bg-surface p-1 shadow-float"
        >
          {types.map((type) => (
            <Entry key={type} type={type} onSelect={() => onAdd(type, place)} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function Entry({ type, onSelect }: { type: AddableType; onSelect: () => void }) {
  const Icon = STEP_ICONS[type]
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      textValue={t.workflowGraph.types[type]}
      className="flex items-start gap-2 rounded-control px-2 py-1 outline-none data-highlighted:bg-raised"
    >
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0 text-muted" />
      <span>
        {t.workflowGraph.types[type]}
        <span aria-hidden className="block text-small text-muted">
          {t.workflowGraph.typeHints[type]}
        </span>
      </span>
    </DropdownMenu.Item>
  )
}
