import { useMemo, useState } from 'react'
import {
  drawSteps,
  drawTransitions,
  layOutMeasured,
  measure,
  shapeOf,
  type Measured,
  type StepNode,
  type TransitionEdge,
} from './drawing.js'
import type { Layout } from './layout.js'
import type { WorkflowGraphProps } from './props.js'
import { reuse } from './reuse.js'

/** A drawn graph, with the position and the size of every element. */
export interface Drawing {
  nodes: StepNode[]
  edges: TransitionEdge[]
  layout: Layout
  measured: Measured
}

/** Draws the graph. What says the same as before keeps its object, and the layout stays while nothing asks for more. */
export function useDrawing({ draft, errors, counts, marks, names }: WorkflowGraphProps): Drawing {
  const measured = useMemo(() => measure({ draft, ...(names ? { names } : {}) }), [draft, names])
  const layout = useKept(shapeOf(draft, measured), () => layOutMeasured(draft, measured))
  const [drawn] = useState(() => ({ nodes: new Map<string, StepNode>(), edges: new Map<string, TransitionEdge>() }))
  return useMemo(() => {
    const shown = {
      draft,
      ...(errors ? { errors } : {}),
      ...(counts ? { counts } : {}),
      ...(marks ? { marks } : {}),
    }
    const nodes = reuse(drawn.nodes, drawSteps(shown, measured, layout))
    const edges = reuse(drawn.edges, drawTransitions(shown, measured, layout))
    return { nodes, edges, layout, measured }
  }, [draft, errors, counts, marks, measured, layout, drawn])
}

/** A value that is computed again only when its key changes. */
function useKept<T>(key: string, compute: () => T): T {
  const [kept, setKept] = useState(() => ({ key, value: compute() }))
  if (kept.key === key) return kept.value
  const next = { key, value: compute() }
  setKept(next)
  return next.value
}
