import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.js'
import { t } from '../messages/index.js'
import { Failure } from '../shared/failure.js'
import { ErrorPanel } from '../ui/error-panel.js'
import { Button } from '../ui/button.js'

/** Replaces a page that has failed. A missing chunk belongs to a past version. */
export function Crash({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const again = (): void => {
    reset()
    void router.invalidate()
  }
  if (error instanceof ApiError) return <Failure error={error} onRetry={again} />
  if (/dynamically imported module|preload/i.test(String(error))) {
    return (
      <div role="alert" className="flex flex-col items-start gap-2 p-4">
        <p>{t.errors.newVersion}</p>
        <Button onClick={() => window.location.reload()}>{t.errors.reload}</Button>
      </div>
    )
  }
  return <ErrorPanel message={t.errors.crashed} suggestion={t.errors.crashedHint} onRetry={again} />
}
