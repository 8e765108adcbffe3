import type { ReactNode } from 'react'
import { t } from '../../../messages/index.js'
import { Moment } from '../../../shared/moment.js'

/** A key of the pair: what it may do, its masked or shown value, and its last use. */
export function KeyRow({
  label,
  text,
  lastUsedAt,
  children,
}: {
  label: string
  text: string
  /** Null for a key that was never used; undefined where that is not known. */
  lastUsedAt?: string | null | undefined
  children: ReactNode
}) {
  return (
    <div>
      <div className="font-medium">{label}</div>
      <p className="mb-1 text-muted">{text}</p>
      {children}
      {lastUsedAt !== undefined && (
        <p className="mt-1 text-small text-muted">
          {lastUsedAt === null ? (
            t.settings.neverUsed
          ) : (
            <>
              {t.settings.lastUsed} <Moment at={lastUsedAt} />
            </>
          )}
        </p>
      )}
    </div>
  )
}
