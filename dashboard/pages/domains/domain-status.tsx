import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { t } from '../../messages/index.js'
import { StatusBadge, type Tone } from '../../ui/badge.js'
import type { Domain } from './domains-query.js'

const VARIANTS: Record<Domain['status'], [Tone, LucideIcon]> = {
  PENDING: ['warn', Clock],
  VERIFIED: ['good', CircleCheck],
  FAILED: ['bad', CircleX],
}

/** The status of a domain in words. */
export function DomainStatus({ status }: { status: Domain['status'] }) {
  const [tone, icon] = VARIANTS[status]
  return <StatusBadge tone={tone} icon={icon} label={t.domains.statuses[status]} />
}
