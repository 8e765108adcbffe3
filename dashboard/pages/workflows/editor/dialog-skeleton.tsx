import { SkeletonRows } from '../../../ui/skeleton.js'

/** The place of a dialog whose script has not come yet. The focus stays where it is until then. */
export function DialogSkeleton() {
  return (
    <div className="fixed inset-0 z-40 bg-shade">
      <div className="absolute top-[12vh] left-1/2 w-[min(480px,calc(100vw-32px))] -translate-x-1/2 rounded-panel border border-line bg-surface p-5 shadow-float">
        <SkeletonRows rows={6} />
      </div>
    </div>
  )
}
