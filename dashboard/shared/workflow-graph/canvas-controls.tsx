import { Panel, useReactFlow } from '@xyflow/react'
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { t } from '../../messages/index.js'
import { IconButton } from '../../ui/button.js'

/** The buttons that change the visible part of the canvas. */
export function CanvasControls() {
  const flow = useReactFlow()
  return (
    <Panel position="bottom-left" className="flex gap-1 rounded-panel border border-line bg-surface p-1">
      <IconButton icon={ZoomOut} label={t.workflowGraph.zoomOut} onClick={() => void flow.zoomOut()} />
      <IconButton icon={ZoomIn} label={t.workflowGraph.zoomIn} onClick={() => void flow.zoomIn()} />
      <IconButton
        icon={Maximize}
        label={t.workflowGraph.showAll}
        onClick={() => void flow.fitView({ padding: 0.1, maxZoom: 1 })}
      />
    </Panel>
  )
}
