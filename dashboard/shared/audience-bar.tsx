import type { ReactNode } from 'react'
import { Ban, CircleCheck, CircleMinus, type LucideIcon } from 'lucide-react'
import type { Answer } from '../api/client.js'
import { formatNumber } from '../messages/format.js'
import { t } from '../messages/index.js'
import { useProjectId } from '../session/project.js'
import { join } from '../ui/join.js'
import { TextLink } from '../ui/link.js'
import type { CountedAudience } from './counted-audience.js'
import { contactsOf, type AudiencePart } from './audience-parts.js'

const PARTS: readonly {
  id: 'eligible' | 'unsubscribed' | 'suppressed'
  icon: LucideIcon
  text: string
  bar: string
}[] = [
  { id: 'eligible', icon: CircleCheck, text: 'text-good', bar: 'bg-good' },
  { id: 'unsubscribed', icon: CircleMinus, text: 'text-warn', bar: 'bg-warn' },
  { id: 'suppressed', icon: Ban, text: 'text-bad', bar: 'bg-bad' },
]

type Count = Omit<Answer<'POST /audiences/count'>, 'sample'>

interface AudienceBarProps {
  count: Count
  /** The audience that was counted; null where it has changed since. */
  audience: CountedAudience | null
  /** Called when the contacts of a part are opened. */
  onOpen?: (() => void) | undefined
  isTransactional?: boolean
  /** The count is that of the audience before it changed. */
  isStale?: boolean
}

/** An audience in parts: the contacts that the mail reaches, and those that it does not reach, by reason. */
export function AudienceBar({ count, audience, isTransactional, isStale, onOpen }: AudienceBarProps) {
  const textOf = (value: number): string => (count.exact ? formatNumber(value) : t.audience.about(formatNumber(value)))
  const linkOf = { audience, onOpen }
  return (
    <div>
      <div
        aria-hidden
        className={join('flex h-3 gap-px overflow-hidden rounded-full bg-raised', isStale && 'opacity-60')}
      >
        {PARTS.map(({ id, bar }) =>
          count[id] > 0 ? <div key={id} className={join('min-w-1', bar)} style={{ flexGrow: count[id] }} /> : null,
        )}
      </div>
      <ul aria-label={t.audience.parts} className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
        {PARTS.map(({ id, icon: Icon, text }) => (
          <li key={id} className="inline-flex items-center gap-1.5">
            <Icon aria-hidden size={14} className={text} />
            <PartLink {...linkOf} part={id} count={count[id]}>
              <span className="tabular-nums">{textOf(count[id])}</span>{' '}
              {t.audience[id === 'eligible' && isTransactional ? 'eligibleTransactional' : id]}
            </PartLink>
            {id === 'unsubscribed' && count.snoozed > 0 && (
              <PartLink {...linkOf} part="snoozed" count={count.snoozed}>
                {t.audience.snoozed(textOf(count.snoozed))}
              </PartLink>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface PartLinkProps extends Pick<AudienceBarProps, 'audience' | 'onOpen'> {
  part: AudiencePart
  count: number
  children: ReactNode
}

/** Leads from a part of an audience to its contacts, where there are any. */
function PartLink({ audience, part, count, onOpen, children }: PartLinkProps) {
  const projectId = useProjectId()
  if (audience === null || count === 0) return <span>{children}</span>
  return (
    <TextLink
      to="/p/$projectId/contacts"
      params={{ projectId }}
      search={contactsOf(audience, part)}
      title={t.audience.open}
      onClick={onOpen}
    >
      {children}
    </TextLink>
  )
}
