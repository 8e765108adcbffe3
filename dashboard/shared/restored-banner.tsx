import { formatExact } from '../messages/format.js'
import { t } from '../messages/index.js'
import type { Edited } from '../session/use-edited.js'
import { Banner } from '../ui/banner.js'
import { Button } from '../ui/button.js'

/** Says that the page shows changes which the browser had kept. */
export function RestoredBanner({
  edited: { restoredAt, isStale, discard },
}: {
  edited: Omit<Edited<unknown>, 'change' | 'settle'>
}) {
  if (restoredAt === null) return null
  return (
    <Banner
      kind={isStale ? 'warn' : 'info'}
      title={t.drafts.restored(formatExact(new Date(restoredAt)))}
      action={<Button onClick={discard}>{t.drafts.discard}</Button>}
    >
      {isStale ? t.drafts.restoredStale : t.drafts.restoredText}
    </Banner>
  )
}
