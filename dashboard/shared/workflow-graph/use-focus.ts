import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { useReactFlow, useStoreApi } from '@xyflow/react'
import type { Drawing } from './use-drawing.js'
import { isSeen } from './viewport.js'

/**
 * Moves the focus and the view to steps. A step that has just been added gets the focus once it is drawn; after a
 * deletion the focus moves to the selection.
 */
export function useFocus(
  root: RefObject<HTMLDivElement | null>,
  { layout, measured }: Drawing,
  selectedId: string | undefined,
) {
  const flow = useReactFlow()
  const store = useStoreApi()
  const awaited = useRef<string | null>(null)
  const isFollowing = useRef(false)
  const show = useCallback(
    (stepId: string): void => {
      const [corner, size] = [layout.positions.get(stepId), measured.sizes.get(stepId)]
      const { width, height } = store.getState()
      if (!corner || !size || isSeen({ ...corner, ...size }, flow.getViewport(), { width, height })) return
      const [x, y] = [corner.x + size.width / 2, corner.y + size.height / 2]
      void flow.setCenter(x, y, { zoom: flow.getZoom() })
    },
    [layout, measured, flow, store],
  )
  const focus = useCallback(
    (stepId: string): void => {
      const card = root.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(stepId)}"]`)
      awaited.current = card ? null : stepId
      card?.focus({ preventScroll: true })
      show(stepId)
    },
    [root, show],
  )
  const takesFocus = useCallback((stepId: string): boolean => {
    const isAwaited = awaited.current === stepId
    if (isAwaited) awaited.current = null
    return isAwaited
  }, [])
  // The outline and the list of errors select steps that may be out of sight.
  const latest = useRef(show)
  useEffect(() => {
    latest.current = show
  })
  useEffect(() => {
    if (selectedId === undefined) return
    if (isFollowing.current) focus(selectedId)
    else latest.current(selectedId)
    isFollowing.current = false
    // oxlint-disable-next-line react/exhaustive-deps -- a new layout moves no focus, another selection does
  }, [selectedId])
  const followSelection = useCallback((): void => {
    isFollowing.current = true
  }, [])
  return { focus, followSelection, takesFocus }
}
