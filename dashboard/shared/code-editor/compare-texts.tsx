import { lazy, Suspense } from 'react'
import { SkeletonRows } from '../../ui/skeleton.js'
import type { ComparedTexts } from './editor-parts.js'

const MountedComparison = lazy(() => import('./comparison.js'))

/** Two versions of a text side by side with what differs marked; the first one can be edited. */
export function CompareTexts(props: ComparedTexts) {
  return (
    <Suspense fallback={<SkeletonRows />}>
      <MountedComparison {...props} />
    </Suspense>
  )
}
