import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { Failure } from '../../shared/failure.js'
import { showError } from '../../shared/show-error.js'
import { Moment } from '../../shared/moment.js'
import { Badge } from '../../ui/badge.js'
import { Button } from '../../ui/button.js'
import { Panel } from '../../ui/panel.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { toast } from '../../ui/toast.js'
import { agentText } from './agent-text.js'
import { sessionsQuery, type Session } from './sessions-query.js'

/** The sessions of the user; each session but this one can be ended. */
export function Sessions() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery)
  return (
    <Panel title={t.account.sessions} action={sessions && <EndOthers sessions={sessions} />}>
      {sessions && (
        <ul className="divide-y divide-line">
          {sessions.map((session) => (
            <Row key={session.id} session={session} />
          ))}
        </ul>
      )}
      {!sessions && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={2} />)}
    </Panel>
  )
}

/** Ends all sessions but this one, one after another. Each disappears once the gateway has answered. */
function EndOthers({ sessions }: { sessions: readonly Session[] }) {
  const client = useQueryClient()
  const others = sessions.filter(({ current }) => !current)
  const end = useMutation({
    mutationFn: async () => {
      for (const { id } of others) await call('DELETE /auth/sessions/:sessionId', { params: { sessionId: id } })
    },
    onSuccess: () => toast(t.account.othersEnded),
    onError: showError,
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  if (others.length === 0) return null
  return (
    <Button isBusy={end.isPending} onClick={() => end.mutate()}>
      {t.account.endOthers}
    </Button>
  )
}

function Row({ session: { id, userAgent, network, current, lastUsedAt } }: { session: Session }) {
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: () => call('DELETE /auth/sessions/:sessionId', { params: { sessionId: id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
    onError: showError,
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-2">
      <div className="min-w-0">
        <div className="break-words" title={userAgent}>
          {agentText(userAgent)}
        </div>
        <div className="text-small text-muted">
          {network} · {t.account.lastUsed} <Moment at={lastUsedAt} />
        </div>
      </div>
      {current ? (
        <Badge label={t.account.thisBrowser} />
      ) : (
        <Button isBusy={end.isPending} onClick={() => end.mutate()}>
          {t.shell.signOut}
        </Button>
      )}
    </li>
  )
}
