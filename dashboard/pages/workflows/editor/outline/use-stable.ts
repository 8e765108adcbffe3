import { useCallback, useEffect, useRef } from 'react'

/** A handler that stays the same while what it does changes, for children that are drawn anew only on a change. */
export function useStable<A extends unknown[]>(handler: (...values: A) => void): (...values: A) => void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  return useCallback((...values: A) => latest.current(...values), [])
}
