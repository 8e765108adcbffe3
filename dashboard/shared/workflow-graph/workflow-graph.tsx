import { lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/skeleton.js'
import type { WorkflowGraphProps } from './props.js'

const Canvas = lazy(async () => ({ default: (await import('./canvas.js')).Canvas }))

/** The graph of a workflow. It fills the element that it stands in, and its library is loaded with it. */
export function WorkflowGraph(props: WorkflowGraphProps) {
  return (
    <Suspense fallback={<Skeleton className="size-full" />}>
      <Canvas {...props} />
    </Suspense>
  )
}
