import { useQuery } from '@tanstack/react-query'
import { t } from '../messages/index.js'
import { configQuery } from '../session/user.js'
import { Button } from '../ui/button.js'
import { isNewer } from './reload-when-newer.js'

const POLL_MS = 5 * 60_000

/** Says that the gateway has become newer than this page, whose scripts may be gone from it. */
export function VersionBanner() {
  const { data: config } = useQuery({ ...configQuery, refetchInterval: POLL_MS })
  if (!isNewer(config)) return null
  return (
    <div role="status" className="flex flex-wrap items-center justify-center gap-3 border-b border-line bg-surface p-2">
      {t.errors.newVersion}
      <Button onClick={() => window.location.reload()}>{t.errors.reload}</Button>
    </div>
  )
}
