import { Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { lazyPage } from './lazy-page.js'

/** A part of a page that is loaded on demand. */
type LazyPart<P> = ComponentType<P> & Ahead

interface Ahead {
  /** Loads the part before it is shown, so that it is then there at once. */
  loadAhead: () => Promise<void>
}

/**
 * A part of a page that is loaded when it is shown first, with what stands in its place until then. Where it cannot be
 * loaded ahead, it is tried again when it is shown, and fails as a page does.
 */
export function lazyPart<P extends object, K extends string>(
  load: () => Promise<Record<K, ComponentType<P>>>,
  name: K,
  fallback: ReactNode = null,
): LazyPart<P> {
  const Later = lazyPage(load, name) as ComponentType<P>
  let ready: ComponentType<P> | null = null
  const Part = (props: P) => {
    // A part that arrives while it is shown already stays the same component.
    const [Ready] = useState(() => ready)
    if (Ready) return <Ready {...props} />
    return (
      <Suspense fallback={fallback}>
        <Later {...props} />
      </Suspense>
    )
  }
  const loadAhead = async (): Promise<void> => {
    ready = await load().then(
      (loaded) => loaded[name],
      () => null,
    )
  }
  return Object.assign(Part, { loadAhead })
}

// Some browsers have no `requestIdleCallback`.
const LATER_MS = 300
const whenIdle = (run: () => void): void =>
  void ('requestIdleCallback' in window ? window.requestIdleCallback(run) : setTimeout(run, LATER_MS))

/** Loads parts of a page one after the other, once the page is drawn and nothing else is to be done. */
export function useLoadAhead(parts: readonly Ahead[]): void {
  useEffect(() => {
    let isLeft = false
    const loadFrom = (index: number): void => {
      const part = parts[index]
      if (part && !isLeft) whenIdle(() => void part.loadAhead().then(() => loadFrom(index + 1)))
    }
    loadFrom(0)
    return () => {
      isLeft = true
    }
  }, [parts])
}
