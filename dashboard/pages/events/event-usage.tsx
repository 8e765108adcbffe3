import type { Answer } from '../../api/client.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { Failure } from '../../shared/failure.js'
import { Panel } from '../../ui/panel.js'
import { Stat } from '../../ui/stat.js'
import { UsageLinks } from './usage-links.js'

type Usage = Answer<'GET /events/:eventName/usage'>

interface EventUsageProps {
  usage: { data: Usage | undefined; error: unknown; refetch: () => unknown }
}

/** The counts of an event and of its contacts, and the references to it. */
export function EventUsage({ usage: { data, error, refetch } }: EventUsageProps) {
  if (error && !data) {
    return (
      <div className="mb-4">
        <Panel title={t.events.usage}>
          <Failure error={error} onRetry={() => void refetch()} />
        </Panel>
      </div>
    )
  }
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 wide:grid-cols-[1fr_1fr_2fr]">
      <Stat label={t.events.occurrences} value={data && formatNumber(data.totalCount)} />
      <Stat label={t.events.contacts} value={data && formatNumber(data.uniqueContacts)} />
      <div className="col-span-2 min-w-0 rounded-panel border border-line bg-surface p-4 wide:col-span-1">
        <h2 className="mb-1 text-small text-muted">{t.events.usage}</h2>
        {data && <UsageLinks usage={data} />}
      </div>
    </div>
  )
}
