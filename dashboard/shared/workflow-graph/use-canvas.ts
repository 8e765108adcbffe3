import { useCallback, useMemo, useState, type RefObject } from 'react'
import type { NodeChange } from '@xyflow/react'
import type { Place } from '../workflow-draft/edit.js'
import type { AddableType } from './add-menu.js'
import type { StepNode, TransitionEdge } from './drawing.js'
import type { GraphContext, ScreenPoint } from './graph-context.js'
import type { WorkflowGraphProps } from './props.js'
import { useCanvasKeys } from './use-canvas-keys.js'
import { useConnect } from './use-connect.js'
import { useDrawing } from './use-drawing.js'
import { useEdits } from './use-edits.js'
import { useFocus } from './use-focus.js'
import { useMoves } from './use-moves.js'
import { useSelection } from './use-selection.js'

/** What the canvas draws and answers, from what it is given. */
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
  const acts = { select, focus, followSelection, announce }
  const onKeyDown = useCanvasKeys({ draft, selection, isReadOnly, drawing, edits, moves, ...acts })
  const onNodesChange = (changes: NodeChange<StepNode>[]): void => {
    onStepChanges(changes)
    moves.onStepChanges(changes)
  }
  const add = (type: AddableType, place: Place): void => {
    closeMenu()
    focus(edits.add(type, place))
  }
  return {
    isReadOnly,
    announcement,
    menu: { open: menu, onClose: closeMenu, onAdd: add },
    drawing,
    shared: useShared(props, { isReadOnly, refusals, takesFocus, openMenu, deleteTransition: edits.deleteTransition }),
    ...useSelected(moves.shown, drawing.edges, props),
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
  { draft, selection: { stepIds, transitionId } }: WorkflowGraphProps,
) {
  const tabStop = stepIds[0] ?? draft.steps.find(({ type }) => type === 'TRIGGER')?.id
  return useMemo(
    () => ({
      nodes: nodes.map((node) => withChoice(node, stepIds.includes(node.id), node.id === tabStop)),
      edges: edges.map((edge) => (edge.id === transitionId ? { ...edge, selected: true, zIndex: 1 } : edge)),
    }),
    [nodes, edges, stepIds, transitionId, tabStop],
  )
}

function withChoice(node: StepNode, isSelected: boolean, isTabStop: boolean): StepNode {
  if (!isSelected && !isTabStop) return node
  return { ...node, selected: isSelected, data: { ...node.data, isTabStop } }
}
