import { useEffect, useMemo, useRef, useState } from 'react'
import { fittingOptions, groupOptions, type ComboboxOption } from './combobox-options.js'

const REST_MS = 200

/** Finds the options for a text, for instance by a call; `signal` ends the call of a text that is out of date. */
export type LoadOptions = (search: string, signal: AbortSignal) => Promise<readonly ComboboxOption[]>

interface Found {
  /** The text that they were found for; null before any was asked for. */
  search: string | null
  options: readonly ComboboxOption[]
  isLoading: boolean
  hasFailed: boolean
}

interface Source {
  options?: readonly ComboboxOption[] | undefined
  load?: LoadOptions | undefined
  /** One more option made from the text, for a value that no list holds. */
  freeOption?: ((text: string) => ComboboxOption | null) | undefined
}

/** The options of an open list, in the order in which they are shown. */
export function useComboboxOptions({ options = NONE, load, freeOption }: Source, search: string, isOpen: boolean) {
  const loaded = useLoaded(load, search, isOpen)
  // Until the answer comes the options are those of the text before.
  const isCurrent = !load || loaded.search === search
  const found = load ? loaded.options : options
  const groups = useMemo(() => {
    const fitting = load ? found : fittingOptions(found, search)
    const free = search.trim() === '' ? null : (freeOption?.(search.trim()) ?? null)
    const isKnown = free === null || fitting.some(({ value }) => value === free.value)
    return groupOptions(isKnown ? fitting : [...fitting, free])
  }, [found, load, search, freeOption])
  return {
    isCurrent,
    isLoading: loaded.isLoading || !isCurrent,
    hasFailed: isCurrent && loaded.hasFailed,
    groups,
    flat: groups.flatMap(({ entries }) => entries.map(({ option }) => option)),
  }
}

const NONE: readonly ComboboxOption[] = []
const NOTHING: Found = { search: null, options: NONE, isLoading: false, hasFailed: false }

function useLoaded(load: LoadOptions | undefined, search: string, isOpen: boolean): Found {
  const [found, setFound] = useState(NOTHING)
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  const isAsked = isOpen && load !== undefined
  useEffect(() => {
    if (!isAsked) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const ask = async (): Promise<void> => {
      setFound((before) => ({ ...before, isLoading: true }))
      try {
        const options = (await latest.current?.(search.trim(), signal)) ?? NONE
        if (!signal.aborted) setFound({ search, options, isLoading: false, hasFailed: false })
      } catch {
        if (!signal.aborted) setFound({ search, options: NONE, isLoading: false, hasFailed: true })
      }
    }
    const timer = setTimeout(() => void ask(), search === '' ? 0 : REST_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [isAsked, search])
  return found
}
