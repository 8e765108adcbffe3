import { useCallback, useMemo, useState, type RefObject } from 'react'
import type { NodeChange } from '@xyflow/react'
import type { Position } from '../workflow-draft/draft.js'
import type { Place } from '../workflow-draft/edit.js'
import type { AddableType } from './add-menu.js'
import type { StepNode, TransitionEdge } from './drawing.js'
import { placeAt, type DropTarget } from './drop-target.js'
import type { GraphContext, ScreenPoint } from './graph-context.js'
import type { WorkflowGraphProps } from './props.js'
import { useCanvasKeys } from './use-canvas-keys.js'
import { useConnect } from './use-connect.js'
import { useDrawing } from './use-drawing.js'
import { useDrop } from './use-drop.js'
import { useEdits } from './use-edits.js'
import { useFocus } from './use-focus.js'
import { useMoves } from './use-moves.js'
import { useSelection } from './use-selection.js'

/** The drawing of the canvas and its handlers, from the properties. */
export function useCanvas(props: WorkflowGraphProps, root: RefObject<HTMLDivElement | null>) {
  const { draft, selection } = props
  const isReadOnly = props.isReadOnly === true || props.dispatch === undefined
  const [announcement, announce] = useState('')
  const [menu, setMenu] = useState<{ place: Place; at: ScreenPoint } | null>(null)
  const openMenu = useCallback((place: Place, at: ScreenPoint) => setMenu({ place, at }), [])
  const closeMenu = useCallback(() => setMenu(null), [])
  const drawing = useDrawing(props)
  const { select, onStepChanges, onTransitionChanges } = useSelection(selection, props.onSelect)
  const edits = useEdits(props, announce)
  const moves = useMoves(drawing.nodes, drawing.layout, edits.move)
  const { refusals, handlers } = useConnect(draft, edits.edit, openMenu)
  const { focus, followSelection, takesFocus } = useFocus(root, drawing, selection.stepIds[0])
  const actions = { select, focus, followSelection, announce }
  const onKeyDown = useCanvasKeys({ draft, selection, isReadOnly, drawing, edits, moves, ...actions })
  const onNodesChange = (changes: NodeChange<StepNode>[]): void => {
    onStepChanges(changes)
    moves.onStepChanges(changes)
  }
  const add = (type: AddableType, place: Place, position?: Position): void => {
    closeMenu()
    const others = Object.fromEntries(drawing.layout.positions)
    focus(edits.add(type, place, position && { position, others }))
  }
  const { onDrag, target, dropHandlers } = useDrop(draft, add)
  const choose = (type: AddableType): void => {
    const stepId = selection.stepIds.at(-1) ?? null
    add(type, placeAt(draft, type, { stepId, transitionId: selection.transitionId, handleId: null }))
  }
  return {
    isReadOnly,
    announcement,
    menu: menu && { open: menu, onClose: closeMenu, onAdd: add },
    palette: isReadOnly ? null : { onDrag, onChoose: choose },
    dropHandlers,
    drawing,
    shared: useShared(props, { isReadOnly, refusals, takesFocus, openMenu, deleteTransition: edits.deleteTransition }),
    ...useSelected(moves.shown, drawing.edges, { ...props, target }),
    handlers: {
      ...(isReadOnly ? {} : handlers),
      onNodesChange,
      onEdgesChange: onTransitionChanges,
      onNodeDragStop: moves.onDragStop,
    },
    onKeyDown,
  }
}

function useShared(
  { workflowId }: WorkflowGraphProps,
  { isReadOnly, refusals, takesFocus, openMenu, deleteTransition }: Omit<GraphContext, 'workflowId'>,
): GraphContext {
  return useMemo(
    () => ({ isReadOnly, workflowId, refusals, takesFocus, openMenu, deleteTransition }),
    [isReadOnly, workflowId, refusals, takesFocus, openMenu, deleteTransition],
  )
}

function useSelected(
  nodes: readonly StepNode[],
  edges: readonly TransitionEdge[],
  { draft, selection: { stepIds, transitionId }, target }: WorkflowGraphProps & { target: DropTarget },
) {
  const tabStop = stepIds[0] ?? draft.steps.find(({ type }) => type === 'TRIGGER')?.id
  return useMemo(
    () => ({
      nodes: nodes.map((node) =>
        marked(withChoice(node, stepIds.includes(node.id), node.id === tabStop), node.id === target.stepId),
      ),
      edges: edges.map((edge) =>
        marked(
          edge.id === transitionId ? { ...edge, selected: true, zIndex: 1 } : edge,
          edge.id === target.transitionId,
        ),
      ),
    }),
    [nodes, edges, stepIds, transitionId, tabStop, target],
  )
}

/** The drop target is highlighted. */
function marked<T extends StepNode | TransitionEdge>(drawn: T, isTarget: boolean): T {
  return isTarget ? { ...drawn, className: 'workflow-drop-target' } : drawn
}

function withChoice(node: StepNode, isSelected: boolean, isTabStop: boolean): StepNode {
  if (!isSelected && !isTabStop) return node
  return { ...node, selected: isSelected, data: { ...node.data, isTabStop } }
}
