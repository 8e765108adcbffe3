import { useQuery } from '@tanstack/react-query'
import { calendarOf, dayOf, daysAfter } from '../../../models/domain/calendar.js'
import type { Answer } from '../../api/client.js'
import { every } from '../../api/polling.js'
import { read } from '../../api/query.js'
import { formatNumber, formatRate } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { Failure } from '../../shared/failure.js'
import { useProject } from '../../session/project.js'
import { Stat } from '../../ui/stat.js'

const POLL_MS = 15_000
const DAYS = 7

type Stats = Answer<'GET /activity/stats'>

/** The figures of the last week, each beside that of the week before. */
export function Figures({ contacts }: { contacts: number | undefined }) {
  const { id: projectId, timezone } = useProject()
  const today = dayOf(calendarOf(timezone), new Date())
  const week = (endDate: string) => {
    const query = { startDate: daysAfter(endDate, 1 - DAYS), endDate }
    return { ...read('GET /activity/stats', { projectId, query }), refetchInterval: every(POLL_MS) }
  }
  const { data: now, error, refetch } = useQuery(week(today))
  const { data: before } = useQuery(week(daysAfter(today, -DAYS)))
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className="text-title font-semibold">
        {t.home.figures}
      </h2>
      <p className="mb-2 text-small text-muted">{t.home.figuresNote(timezone)}</p>
      {error && !now ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="grid grid-cols-2 gap-3 wide:grid-cols-3">
          {FIGURES.map(({ label, count, note }) => (
            <Stat
              key={label}
              label={label}
              value={now && formatNumber(now[count])}
              note={now && before ? note(now, before) : undefined}
            />
          ))}
          <Stat
            label={t.home.contacts}
            value={contacts === undefined ? undefined : formatNumber(contacts)}
            note={t.home.total}
          />
        </div>
      )}
    </section>
  )
}

type Count = 'totalEmailsSent' | 'totalEmailsOpened' | 'totalEmailsClicked' | 'totalEvents' | 'totalWorkflowsStarted'
type Rate = 'openRate' | 'clickRate'

const earlier = (count: Count) => (_: Stats, before: Stats) => t.home.before(formatNumber(before[count]))
const ofSent = (rate: Rate) => (now: Stats, before: Stats) =>
  t.home.ofSent(formatRate(now[rate]), formatNumber(now.totalEmailsSent), formatRate(before[rate]))

const FIGURES: readonly { label: string; count: Count; note: (now: Stats, before: Stats) => string }[] = [
  { label: t.home.sent, count: 'totalEmailsSent', note: earlier('totalEmailsSent') },
  { label: t.home.opened, count: 'totalEmailsOpened', note: ofSent('openRate') },
  { label: t.home.clicked, count: 'totalEmailsClicked', note: ofSent('clickRate') },
  { label: t.home.events, count: 'totalEvents', note: earlier('totalEvents') },
  { label: t.home.started, count: 'totalWorkflowsStarted', note: earlier('totalWorkflowsStarted') },
]
