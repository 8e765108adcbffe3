import { useCallback, useRef } from 'react'
import '@xyflow/react/dist/base.css'
import './workflow-graph.css'
import { ReactFlow, ReactFlowProvider, useStoreApi, type ReactFlowInstance } from '@xyflow/react'
import { lazyPart, useLoadAhead } from '../lazy-part.js'
import type { AddMenuProps } from './add-menu.js'
import { CanvasControls } from './canvas-controls.js'
import type { StepNode as DrawnStep, TransitionEdge as DrawnTransition } from './drawing.js'
import { GraphProvider } from './graph-context.js'
import { Palette } from './palette.js'
import type { WorkflowGraphProps } from './props.js'
import { GRID } from './sizes.js'
import { StepNode } from './step-node.js'
import { TransitionEdge } from './transition-edge.js'
import { useCanvas } from './use-canvas.js'
import type { Drawing } from './use-drawing.js'
import { boundsOf, firstView } from './viewport.js'

const NODE_TYPES = { step: StepNode }
const EDGE_TYPES = { transition: TransitionEdge }
const SNAP: [number, number] = [GRID, GRID]
// So many steps do not fit into a view that shows their names.
const MANY_STEPS = 30
const HIDDEN = { hideAttribution: true }
// The menu is loaded after the graph, which is visible first.
const AddMenu = lazyPart<AddMenuProps, 'AddMenu'>(() => import('./add-menu.js'), 'AddMenu')
const MiniMap = lazyPart<object, 'MiniMap'>(() => import('./mini-map.js'), 'MiniMap')
const LATER = [AddMenu]
const NONE: typeof LATER = []

/** The graph of a workflow on a canvas, to look at or to edit. */
export function Canvas(props: WorkflowGraphProps) {
  return (
    <ReactFlowProvider>
      <CanvasView {...props} />
    </ReactFlowProvider>
  )
}

function CanvasView(props: WorkflowGraphProps) {
  const root = useRef<HTMLDivElement>(null)
  const canvas = useCanvas(props, root)
  const { isReadOnly, announcement, menu, palette, drawing, shared, nodes, edges, handlers, onKeyDown } = canvas
  useLoadAhead(isReadOnly ? NONE : LATER)
  const setFirstView = useFirstView(drawing, props.shownFirst ?? props.draft.steps[0]?.id)
  return (
    <GraphProvider value={shared}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the steps inside arrive here */}
      <div ref={root} className="size-full" onKeyDown={onKeyDown}>
        <ReactFlow<DrawnStep, DrawnTransition>
          {...handlers}
          {...canvas.dropHandlers}
          className="workflow-graph"
          aria-label={props.label}
          nodes={nodes}
          edges={edges}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          onInit={setFirstView}
          nodesDraggable={!isReadOnly}
          nodesConnectable={!isReadOnly}
          edgesReconnectable={!isReadOnly}
          nodesFocusable={false}
          edgesFocusable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          connectOnClick={false}
          snapToGrid
          snapGrid={SNAP}
          nodeDragThreshold={4}
          minZoom={0.1}
          maxZoom={1.5}
          zoomOnDoubleClick={false}
          proOptions={HIDDEN}
        >
          {palette && <Palette {...palette} />}
          <CanvasControls />
          {nodes.length > MANY_STEPS && <MiniMap />}
        </ReactFlow>
        {menu && <AddMenu {...menu} />}
        <p role="status" className="sr-only">
          {announcement}
        </p>
      </div>
    </GraphProvider>
  )
}

/** Sets the first view, once the library knows how large the canvas is. */
function useFirstView({ layout, measured }: Drawing, firstId: string | undefined) {
  const store = useStoreApi()
  return useCallback(
    (flow: ReactFlowInstance<DrawnStep, DrawnTransition>): void => {
      const { width, height } = store.getState()
      const [corner, size] = [layout.positions.get(firstId ?? ''), measured.sizes.get(firstId ?? '')]
      if (!corner || !size || width === 0) return
      const bounds = boundsOf(layout.positions, measured.sizes)
      void flow.setViewport(firstView(bounds, { ...corner, ...size }, { width, height }))
    },
    [store, layout, measured, firstId],
  )
}
