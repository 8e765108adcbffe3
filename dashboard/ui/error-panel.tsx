import { CircleAlert } from 'lucide-react'
import { t } from '../messages/index.js'
import { Button } from './button.js'
import { CopyButton } from './copy-field.js'

interface ErrorPanelProps {
  message: string
  suggestion?: string | undefined
  requestId?: string | undefined
  onRetry?: (() => void) | undefined
}

/** Why something could not be shown, in the place where it would stand. */
export function ErrorPanel({ message, suggestion, requestId, onRetry }: ErrorPanelProps) {
  return (
    <div role="alert" className="flex flex-col items-start gap-2 p-4">
      <p className="flex items-start gap-2 font-medium text-bad">
        <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
        {message}
      </p>
      {suggestion && <p className="text-muted">{suggestion}</p>}
      {requestId && (
        <p className="flex items-center gap-1 text-small text-muted">
          {t.errors.requestId} <code className="font-mono break-all">{requestId}</code>
          <CopyButton value={requestId} label={t.errors.copyRequestId} />
        </p>
      )}
      {onRetry && <Button onClick={onRetry}>{t.common.retry}</Button>}
    </div>
  )
}
