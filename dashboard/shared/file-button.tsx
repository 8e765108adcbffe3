import { useState } from 'react'
import type { LucideIcon } from 'lucide-react'
import { Button } from '../ui/button.js'
import { downloadFile } from './download.js'
import { describeError } from './failure.js'
import { ErrorText } from '../ui/error-text.js'

interface FileButtonProps {
  icon: LucideIcon
  label: string
  path: string
  params: Record<string, string>
  query?: Record<string, string>
  projectId: string
  /** The name under which the browser keeps the file. */
  name: string
}

/** Loads a file of the API, and says why it cannot. */
export function FileButton({ icon, label, path, params, query = {}, projectId, name }: FileButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const load = async (): Promise<void> => {
    setBusy(true)
    setErrorMessage(null)
    try {
      await downloadFile(path, { projectId, name, params, query })
    } catch (error) {
      setErrorMessage(describeError(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button icon={icon} isBusy={isBusy} onClick={() => void load()}>
        {label}
      </Button>
      <ErrorText text={errorMessage} />
    </div>
  )
}
