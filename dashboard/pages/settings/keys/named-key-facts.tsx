import { t } from '../../../messages/index.js'
import { Moment } from '../../../shared/moment.js'
import { Badge } from '../../../ui/badge.js'
import type { ApiKey } from './api-key.js'

/** The scope of a named key, its creation, its end and its last use. */
export function NamedKeyFacts({ apiKey }: { apiKey: ApiKey }) {
  const { name, scope, domains, lastFour, createdAt, expiresAt, lastUsedAt, previousUntil } = apiKey
  const isOver = expiresAt !== null && new Date(expiresAt) <= new Date()
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium break-words">{name}</span>
        <Badge label={t.settings.scopes[scope]} />
        <code className="font-mono text-mono text-muted">…{lastFour}</code>
        {isOver && <span className="text-warn">{t.settings.isOver}</span>}
      </div>
      {domains && <div className="break-words text-muted">{t.settings.onlyFrom(domains.join(', '))}</div>}
      <div className="flex flex-wrap gap-x-3 text-small text-muted">
        <span>
          {t.settings.createdLabel} <Moment at={createdAt} />
        </span>
        <span>
          {lastUsedAt === null ? (
            t.settings.neverUsed
          ) : (
            <>
              {t.settings.lastUsed} <Moment at={lastUsedAt} />
            </>
          )}
        </span>
        {expiresAt !== null && !isOver && (
          <span>
            {t.settings.ends} <Moment at={expiresAt} />
          </span>
        )}
        {previousUntil !== null && (
          <span className="text-warn">
            {t.settings.previousUntil} <Moment at={previousUntil} />
          </span>
        )}
      </div>
    </div>
  )
}
