import { useEffect, useState } from 'react'
import { addressOf, type ImportDraft } from './import-draft.js'

/** The invalid and double addresses of a file, as far as they are counted. */
export type AddressCounts =
  | { step: 'counting'; share: number }
  | { step: 'counted'; invalid: number; double: number | null }
  /** The file cannot be read to its end in this way. */
  | { step: 'unknown' }

const BEGUN: AddressCounts = { step: 'counting', share: 0 }

/** Counts the addresses over the whole file, and again whenever another column holds them. */
export function useAddressCounts(draft: ImportDraft): AddressCounts {
  const { file, format, plan } = draft
  const column = plan.indexOf('email')
  const [found, setFound] = useState({ of: { file, format, column }, counts: BEGUN })
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const tell = (counts: AddressCounts): void => {
      if (!signal.aborted) setFound({ of: { file, format, column }, counts })
    }
    const onProgress = (share: number): void => tell({ step: 'counting', share })
    const count = async () => {
      const { countAddresses } = await import('./survey-file.js')
      return countAddresses(file, format, { signal, onProgress, addressOf: addressOf({ format, column }) })
    }
    count().then(
      (counts) => tell(counts ? { step: 'counted', ...counts } : { step: 'unknown' }),
      () => tell({ step: 'unknown' }),
    )
    return () => stop.abort()
  }, [file, format, column])
  const isOfThese = found.of.file === file && found.of.format === format && found.of.column === column
  return isOfThese ? found.counts : BEGUN
}
