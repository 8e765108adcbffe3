import { MiniMap as Map } from '@xyflow/react'

/** The whole graph in a corner, by which a large one is moved. */
export function MiniMap() {
  return <Map pannable zoomable ariaLabel={null} className="mb-16! max-h-28" />
}
