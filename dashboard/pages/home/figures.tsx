import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { calendarOf, dayOf, daysAfter } from '../../../models/domain/calendar.js'
import type { Answer } from '../../api/client.js'
import { every } from '../../api/polling.js'
import { read } from '../../api/query.js'
import { formatNumber, formatRate } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { changeOf } from '../../shared/change-of.js'
import { Change } from '../../shared/change.js'
import { Failure } from '../../shared/failure.js'
import { useProject } from '../../session/project.js'
import { SEGMENT, SEGMENTS } from '../../ui/segmented.js'
import { Stat } from '../../ui/stat.js'
import { AddedContacts } from './added-contacts.js'
import { SPANS, USUAL_SPAN } from './spans.js'

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
              note={now && note(now, before, days)}
            />
          ))}
          <Stat
            label={t.home.contacts}
            value={contacts === undefined ? undefined : formatNumber(contacts)}
            note={<AddedContacts firstDay={daysAfter(today, 1 - days)} days={days} />}
          />
        </div>
      )}
    </section>
  )
}

function Spans({ days }: { days: number }) {
  return (
    <nav aria-label={t.home.span} className={SEGMENTS}>
      {SPANS.map((span) => (
        <Link
          key={span}
          to="."
          search={{ days: span }}
          replace
          resetScroll={false}
          aria-current={span === days ? 'true' : undefined}
          className={SEGMENT}
        >
          {t.home.spans[span]}
        </Link>
      ))}
    </nav>
  )
}

type Count = 'totalEmailsSent' | 'totalEmailsOpened' | 'totalEmailsClicked' | 'totalEvents' | 'totalWorkflowsStarted'
type Rate = 'openRate' | 'clickRate'
type Note = (now: Stats, before: Stats | undefined, days: number) => ReactNode

const ofVolume =
  (count: Count): Note =>
  (now, before, days) => {
    const percent = before ? changeOf(now[count], before[count]) : null
    if (percent === null) return null
    return (
      <>
        <Change percent={percent} />
        {percent === 0 ? t.home.unchanged(days) : t.home.versus(days)}
      </>
    )
  }
const ofRate =
  (rate: Rate): Note =>
  (now, before) => (
    <>
      {t.home.ofSent(formatRate(now[rate]), formatNumber(now.totalEmailsSent))}
      {before && <Change percent={changeOf(now[rate], before[rate])} growth="good" />}
    </>
  )

const FIGURES: readonly { label: string; count: Count; note: Note }[] = [
  { label: t.home.sent, count: 'totalEmailsSent', note: ofVolume('totalEmailsSent') },
  { label: t.home.opened, count: 'totalEmailsOpened', note: ofRate('openRate') },
  { label: t.home.clicked, count: 'totalEmailsClicked', note: ofRate('clickRate') },
  { label: t.home.events, count: 'totalEvents', note: ofVolume('totalEvents') },
  { label: t.home.started, count: 'totalWorkflowsStarted', note: ofVolume('totalWorkflowsStarted') },
]
