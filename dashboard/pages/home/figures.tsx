import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { calendarOf, dayOf, daysAfter } from '../../../models/domain/calendar.js'
import type { Answer } from '../../api/client.js'
import { every } from '../../api/polling.js'
import { read } from '../../api/query.js'
import { formatNumber, formatRate } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { Failure } from '../../shared/failure.js'
import { trendText } from '../../shared/trend-text.js'
import { useProject } from '../../session/project.js'
import { Stat } from '../../ui/stat.js'
import { changeOf, SPANS, USUAL_SPAN } from './spans.js'
import { useAddedContacts } from './use-added-contacts.js'

const POLL_MS = 15_000

type Stats = Answer<'GET /activity/stats'>

const route = getRouteApi('/p/$projectId/')

/** The figures of today, of a week or of a month, each beside that of the same time before. */
export function Figures({ contacts }: { contacts: number | undefined }) {
  const { id: projectId, timezone } = useProject()
  const { days = USUAL_SPAN } = route.useSearch()
  const today = dayOf(calendarOf(timezone), new Date())
  const span = (endDate: string) => {
    const query = { startDate: daysAfter(endDate, 1 - days), endDate }
    return { ...read('GET /activity/stats', { projectId, query }), refetchInterval: every(POLL_MS) }
  }
  const { data: now, error, refetch } = useQuery(span(today))
  const { data: before } = useQuery(span(daysAfter(today, -days)))
  const added = useAddedContacts(daysAfter(today, 1 - days), days)
  return (
    <section aria-labelledby="figures">
      <div className="mb-2 flex flex-wrap items-end justify-between gap-2">
        <div>
          <h2 id="figures" className="text-title font-semibold">
            {t.home.figures}
          </h2>
          <p className="text-small text-muted">{t.home.figuresNote(timezone, days)}</p>
        </div>
        <Spans days={days} />
      </div>
      {error && !now ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="grid grid-cols-2 gap-3 wide:grid-cols-3">
          {FIGURES.map(({ label, count, note }) => (
            <Stat
              key={label}
              label={label}
              value={now && formatNumber(now[count])}
              note={now && before ? note(now, before, days) : undefined}
            />
          ))}
          <Stat
            label={t.home.contacts}
            value={contacts === undefined ? undefined : formatNumber(contacts)}
            note={added}
          />
        </div>
      )}
    </section>
  )
}

function Spans({ days }: { days: number }) {
  return (
    <nav aria-label={t.home.span} className="flex gap-1">
      {SPANS.map((span) => (
        <Link
          key={span}
          to="."
          search={{ days: span }}
          replace
          resetScroll={false}
          aria-current={span === days ? 'true' : undefined}
          className="inline-flex h-8 items-center rounded-control border border-control px-3 font-medium hover:bg-raised aria-[current]:border-accent aria-[current]:text-accent"
        >
          {t.home.spans[span]}
        </Link>
      ))}
    </nav>
  )
}

type Count = 'totalEmailsSent' | 'totalEmailsOpened' | 'totalEmailsClicked' | 'totalEvents' | 'totalWorkflowsStarted'
type Rate = 'openRate' | 'clickRate'

const changed =
  (count: Count) =>
  (now: Stats, before: Stats, days: number): string => {
    const change = changeOf(now[count], before[count])
    return t.home.change(change === null ? `+${formatNumber(now[count])}` : trendText(change), days)
  }
const ofSent = (rate: Rate) => (now: Stats, before: Stats) =>
  t.home.ofSent(formatRate(now[rate]), formatNumber(now.totalEmailsSent), formatRate(before[rate]))

const FIGURES: readonly { label: string; count: Count; note: (now: Stats, before: Stats, days: number) => string }[] = [
  { label: t.home.sent, count: 'totalEmailsSent', note: changed('totalEmailsSent') },
  { label: t.home.opened, count: 'totalEmailsOpened', note: ofSent('openRate') },
  { label: t.home.clicked, count: 'totalEmailsClicked', note: ofSent('clickRate') },
  { label: t.home.events, count: 'totalEvents', note: changed('totalEvents') },
  { label: t.home.started, count: 'totalWorkflowsStarted', note: changed('totalWorkflowsStarted') },
]
