import { queryOptions, useQuery } from '@tanstack/react-query'
import { daysAfter, startOfDay } from '../../../models/domain/calendar.js'
import { call, type Answer } from '../../api/client.js'
import { every } from '../../api/polling.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { changeOf } from '../../shared/change-of.js'
import { Change } from '../../shared/change.js'
import { useProject } from '../../session/project.js'
import { timeCondition } from '../../shared/time-condition.js'

const POLL_MS = 60_000

/** The number of contacts added since a day, and its change from as many days before; nothing until it is known. */
export function AddedContacts({ firstDay, days }: { firstDay: string; days: number }) {
  const { id: projectId, timezone } = useProject()
  const [before, from, to] = [daysAfter(firstDay, -days), firstDay, daysAfter(firstDay, days)].map((day) =>
    startOfDay(timezone, day).toISOString(),
  ) as [string, string, string]
  const { data: now } = useQuery(addedQuery(projectId, from, to))
  const { data: earlier } = useQuery(addedQuery(projectId, before, from))
  if (!now || !earlier) return null
  const isExact = !now.totalIsCapped && !earlier.totalIsCapped
  return (
    <>
      {t.home.added(countOf(now))}
      {isExact && <Change percent={changeOf(now.total, earlier.total)} />}
    </>
  )
}

function addedQuery(projectId: string, from: string, to: string) {
  const body = { condition: timeCondition('createdAt', { from, before: to }), limit: 1 }
  return queryOptions({
    queryKey: [projectId, 'POST /contacts/search', body],
    queryFn: ({ signal }) => call('POST /contacts/search', { projectId, body }, { signal }),
    refetchInterval: every(POLL_MS),
  })
}

/** Contacts are counted up to a number alone. */
function countOf({ total, totalIsCapped }: Answer<'POST /contacts/search'>): string {
  return totalIsCapped ? t.home.moreThan(formatNumber(total)) : formatNumber(total)
}
