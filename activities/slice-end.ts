import { Context } from '@temporalio/activity'
import { withHeartbeat } from '../runtime/heartbeat.js'

/**
 * Tells an activity that works in slices when to end: `sliceMs` after this call, and at once when its worker begins to
 * stop or its workflow is cancelled.
 */
export function sliceEnd({ isStopping }: { isStopping: () => boolean }, sliceMs: number): () => boolean {
  const deadline = Date.now() + sliceMs
  const { cancellationSignal } = Context.current()
  return () => Date.now() >= deadline || isStopping() || cancellationSignal.aborted
}

/**
 * Repeats a step of an activity until the step sets `isDone`, or the slice ends; at least once. The step changes the
 * state in place, and each heartbeat stores it. Returns the state.
 */
export function repeatInSlice<State extends { isDone: boolean }>(
  deps: { isStopping: () => boolean },
  sliceMs: number,
  state: State,
  step: (state: State) => Promise<void>,
): Promise<State> {
  const isOver = sliceEnd(deps, sliceMs)
  return withHeartbeat(
    async () => {
      do await step(state)
      while (!state.isDone && !isOver())
      return state
    },
    () => state,
  )
}
