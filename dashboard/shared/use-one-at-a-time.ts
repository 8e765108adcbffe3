import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'

type Action = () => Promise<unknown>

/**
 * Runs the actions of a component one at a time. A second action waits until the first has ended and its changes are
 * rendered: it then runs as the component defines it at that time.
 */
export function useOneAtATime<Name extends string>(actions: Record<Name, Action>): Record<Name, () => Promise<void>> {
  const latest = useRef(actions)
  const running = useRef<Promise<unknown> | null>(null)
  const rendered = useRendered()
  useLayoutEffect(() => {
    latest.current = actions
  })
  const names = Object.keys(actions).join(' ')
  return useMemo(() => {
    const run = async (name: Name): Promise<void> => {
      while (running.current) {
        await running.current
        await rendered()
      }
      const action = latest.current[name]()
      running.current = action
      try {
        await action
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
