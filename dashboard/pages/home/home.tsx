import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { every } from '../../api/polling.js'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { useProject } from '../../session/project.js'
import { Failure } from '../../shared/failure.js'
import { InboxLink } from '../../shared/inbox-link.js'
import { noteSetUp, wasSetUp } from '../../session/set-up.js'
import { PageHeader } from '../../ui/panel.js'
import { Attention } from './attention.js'
import { Figures } from './figures.js'
import { LastActivity } from './last-activity.js'
import { isSetUp, SetupChecklist } from './setup-checklist.js'
import { Upcoming } from './upcoming.js'

const SETUP_POLL_MS = 5_000
const POLL_MS = 15_000

/** The start page: the set-up, issues, figures, and scheduled events. */
export function HomePage() {
  const { id, name } = useProject()
  const {
    data: state,
    error,
    refetch,
  } = useQuery({
    ...read('GET /projects/:id/setup-state', { params: { id } }),
    refetchInterval: ({ state: { data } }) => every(data && isSetUp(data) ? POLL_MS : SETUP_POLL_MS)(),
  })
  const isDone = state !== undefined && isSetUp(state)
  useEffect(() => {
    if (isDone) noteSetUp(id)
  }, [isDone, id])
  return (
    <>
      <PageHeader title={t.home.title} note={name}>
        <InboxLink />
      </PageHeader>
      <div className="flex flex-col gap-4">
        {error && !state ? <Failure error={error} onRetry={() => void refetch()} /> : null}
        {state && !isDone && !wasSetUp(id) && <SetupChecklist state={state} />}
        <Attention />
        <Figures contacts={state?.contactCount} />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <LastActivity />
          <Upcoming />
        </div>
      </div>
    </>
  )
}
