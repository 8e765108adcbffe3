import { Skeleton } from '../../ui/skeleton.js'
import { lazyPart } from '../lazy-part.js'
import type { WorkflowGraphProps } from './props.js'

/** The graph of a workflow. It fills the element that it stands in, and its library is loaded with it. */
export const WorkflowGraph = lazyPart<WorkflowGraphProps, 'Canvas'>(
  () => import('./canvas.js'),
  'Canvas',
  <Skeleton className="size-full" />,
)
