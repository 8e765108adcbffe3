import { Context } from '@temporalio/activity'

/**
 * Tells an activity that works in slices when to end: `sliceMs` after this call, and at once when its worker begins to stop
 * or its workflow is cancelled.
 */
export function sliceEnd({ isStopping }: { isStopping: () => boolean }, sliceMs: number): () => boolean {
  const deadline = Date.now() + sliceMs
  const { cancellationSignal } = Context.current()
  return () => Date.now() >= deadline || isStopping() || cancellationSignal.aborted
}
