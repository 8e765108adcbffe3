import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'

type Act = () => Promise<unknown>

/**
 * Runs the acts of a component one at a time. A second act waits until the first has ended and its changes are
 * rendered: it then runs as the component defines it at that time.
 */
export function useOneAtATime<Name extends string>(acts: Record<Name, Act>): Record<Name, () => Promise<void>> {
  const latest = useRef(acts)
  const running = useRef<Promise<unknown> | null>(null)
  const rendered = useRendered()
  useLayoutEffect(() => {
    latest.current = acts
  })
  const names = Object.keys(acts).join(' ')
  return useMemo(() => {
    const run = async (name: Name): Promise<void> => {
      while (running.current) {
        await running.current
        await rendered()
      }
      const act = latest.current[name]()
      running.current = act
      try {
        await act
      } finally {
        running.current = null
      }
    }
    const entries = (names.split(' ') as Name[]).map((name) => [name, () => run(name)] as const)
    return Object.fromEntries(entries) as Record<Name, () => Promise<void>>
  }, [names, rendered])
}

/** Waits until what was set before is rendered, or until the component is gone. */
export function useRendered(): () => Promise<void> {
  const [shown, show] = useState(0)
  const asked = useRef(0)
  const isGone = useRef(false)
  const waiting = useRef<{ from: number; go: () => void }[]>([])
  useLayoutEffect(() => {
    const ready = waiting.current.filter(({ from }) => from <= shown)
    waiting.current = waiting.current.filter(({ from }) => from > shown)
    for (const { go } of ready) go()
  }, [shown])
  useLayoutEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      for (const { go } of waiting.current.splice(0)) go()
    }
  }, [])
  return useCallback(
    () =>
      new Promise((go) => {
        if (isGone.current) return go()
        asked.current += 1
        waiting.current.push({ from: asked.current, go })
        show(asked.current)
      }),
    [],
  )
}
