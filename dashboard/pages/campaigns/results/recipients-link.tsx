import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import type { Outcome, Stage } from './funnel.js'

/** The statuses of an outcome, as the list of emails filters them; null for one that it has no filter for. */
const FILTERS: Record<Stage['name'] | Outcome['name'], { status?: string } | null> = {
  recipients: {},
  sent: {},
  delivered: { status: 'DELIVERED,OPENED,CLICKED' },
  opened: { status: 'OPENED,CLICKED' },
  clicked: { status: 'CLICKED' },
  bounced: { status: 'BOUNCED' },
  complained: { status: 'COMPLAINED' },
  optedOut: null,
  failed: { status: 'FAILED' },
  skipped: { status: 'SKIPPED,SUPPRESSED' },
}

/** Leads to the emails of a campaign with an outcome. */
export function RecipientsLink({
  campaignId,
  outcome,
  children,
}: {
  campaignId: string
  outcome: keyof typeof FILTERS
  children: ReactNode
}) {
  const projectId = useProjectId()
  const filter = FILTERS[outcome]
  if (filter === null) return children
  return (
    <Link
      to="/p/$projectId/emails"
      params={{ projectId }}
      search={{ campaignId, ...filter }}
      title={t.campaigns.showRecipients(t.campaigns[outcome])}
      className="font-medium underline-offset-2 hover:underline"
    >
      {children}
    </Link>
  )
}
