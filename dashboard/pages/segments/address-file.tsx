import { useState } from 'react'
import { t } from '../../messages/index.js'
import { recogniseEncoding } from '../../shared/encoding.js'
import { Field } from '../../ui/field.js'
import { addressesIn } from './addresses.js'

const MAX_BYTES = 5 * 1024 * 1024
const BUTTON =
  'file:mr-2 file:h-8 file:rounded-control file:border file:border-solid file:border-control file:bg-surface file:px-3 file:font-medium file:text-ink'

/** Reads the addresses from a file of the user, and what is left out, one a line. */
export function AddressFile({ onTake }: { onTake: (addresses: string) => void }) {
  const [error, setError] = useState<string | undefined>(undefined)
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return
    const isTooLarge = file.size > MAX_BYTES
    setError(isTooLarge ? t.segments.tooLarge : undefined)
    if (isTooLarge) return
    const bytes = new Uint8Array(await file.arrayBuffer())
    const { addresses, leftOut } = addressesIn(new TextDecoder(recogniseEncoding(bytes)).decode(bytes))
    onTake([...addresses, ...leftOut].join('\n'))
  }
  return (
    <div className="w-full">
      <Field label={t.segments.fromFile} error={error}>
        {(ids) => (
          <input
            {...ids}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            className={`w-full min-w-0 text-muted ${BUTTON}`}
            onChange={({ target }) => void take(target.files?.[0])}
          />
        )}
      </Field>
    </div>
  )
}
