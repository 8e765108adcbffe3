import { useId, useState, type DragEvent } from 'react'
import { FileUp } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { useDeveloperDetails } from '../../../session/developer-details.js'
import { configQuery } from '../../../session/user.js'
import { join } from '../../../ui/join.js'
import { PasteButton } from './paste-button.js'
import { usePasteOnPage } from './use-paste-on-page.js'

const TYPES = '.csv,.tsv,.txt,.ndjson,.jsonl,text/csv,application/x-ndjson'

interface FileChoiceProps {
  file: File | null
  onChoose: (file: File) => void
  onPaste: (text: string) => void
}

/**
 * Chooses a file by the dialog or by dropping it, or takes rows that are pasted anywhere on the page, up to the size
 * limit of the API.
 */
export function FileChoice({ file, onChoose, onPaste }: FileChoiceProps) {
  const id = useId()
  const areDetailsShown = useDeveloperDetails()
  const [isOver, setOver] = useState(false)
  const { limit, isTooLarge, admits } = useSizeLimit()
  const take = (chosen: File | undefined): void => {
    if (chosen && admits(chosen.size)) onChoose(chosen)
  }
  const takeText = (text: string): void => {
    if (text.trim() !== '' && admits(new Blob([text]).size)) onPaste(text)
  }
  usePasteOnPage({ onFile: take, onText: takeText })
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    <div
      onDragOver={(event) => (event.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={join(
        'flex flex-col items-center gap-2 rounded-panel border border-dashed bg-surface px-4 py-8 text-center',
        'has-focus-visible:outline-2 has-focus-visible:outline-accent',
        isOver ? 'border-accent' : 'border-control',
      )}
    >
      <FileUp aria-hidden size={24} className="text-muted" />
      <label htmlFor={id} className="cursor-pointer font-semibold text-accent underline-offset-2 hover:underline">
        {file ? t.imports.another : t.imports.choose}
      </label>
      <input
        id={id}
        type="file"
        accept={TYPES}
        aria-describedby={`${id}-hint`}
        className="sr-only"
        onChange={({ target }) => {
          take(target.files?.[0])
          // The same file can be chosen again once it has changed.
          target.value = ''
        }}
      />
      <p id={`${id}-hint`} className="text-muted">
        {areDetailsShown ? t.imports.drop : t.imports.dropCsv}{' '}
        {limit !== undefined && t.imports.limit(formatBytes(limit))}
      </p>
      <PasteButton onPaste={takeText} />
      {isTooLarge && limit !== undefined && (
        <p role="alert" className="text-bad">
          {t.imports.tooLarge(formatBytes(limit))}
        </p>
      )}
    </div>
  )
}

/** The limit of the API on the size of a file, and whether the last one was refused for it. */
function useSizeLimit() {
  const { data: config } = useQuery(configQuery)
  const [isTooLarge, setTooLarge] = useState(false)
  const limit = config?.limits.importBytes
  const admits = (sizeBytes: number): boolean => {
    const isRefused = limit !== undefined && sizeBytes > limit
    setTooLarge(isRefused)
    return !isRefused
  }
  return { limit, isTooLarge, admits }
}
