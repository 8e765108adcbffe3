import { useEffect, useState } from 'react'
import { showError } from '../../../shared/show-error.js'

const SHOWN_SECONDS = 60

/** A secret that is shown for a minute on demand, and kept nowhere else. */
export interface Revealed<T> {
  value: T | null
  /** The seconds until it is hidden again. */
  seconds: number
  toggle: () => void
  show: (value: T) => void
}

/** Shows what `ask` answers for a minute; an error is said in a message. */
export function useRevealed<T>(ask: () => Promise<T | null>): Revealed<T> {
  const [shown, setShown] = useState<{ value: T; until: number } | null>(null)
  const [seconds, setSeconds] = useState(SHOWN_SECONDS)
  useEffect(() => {
    if (!shown) return undefined
    const timer = setInterval(() => {
      const left = Math.ceil((shown.until - Date.now()) / 1_000)
      if (left > 0) setSeconds(left)
      else setShown(null)
    }, 1_000)
    return () => clearInterval(timer)
  }, [shown])
  const show = (value: T | null): void => {
    setSeconds(SHOWN_SECONDS)
    setShown(value === null ? null : { value, until: Date.now() + SHOWN_SECONDS * 1_000 })
  }
  const reveal = (): void => {
    ask().then(show, showError)
  }
  return { value: shown?.value ?? null, seconds, toggle: () => (shown ? show(null) : reveal()), show }
}
