import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import type { Outcome, Stage } from './funnel.js'

/** The filter of the list of emails for an outcome. */
const FILTERS: Record<Stage['name'] | Outcome['name'], { status?: string; unsubscribed?: true }> = {
  recipients: {},
  sent: {},
  delivered: { status: 'DELIVERED,OPENED,CLICKED' },
  opened: { status: 'OPENED,CLICKED' },
  clicked: { status: 'CLICKED' },
  bounced: { status: 'BOUNCED' },
  complained: { status: 'COMPLAINED' },
  optedOut: { unsubscribed: true },
  failed: { status: 'FAILED' },
  skipped: { status: 'SKIPPED,SUPPRESSED' },
}

/** Links to the emails of a campaign with an outcome. */
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
  return (
    <Link
      to="/p/$projectId/emails"
      params={{ projectId }}
      search={{ campaignId, ...FILTERS[outcome] }}
      title={t.campaigns.showRecipients(t.campaigns[outcome])}
      className="font-medium underline-offset-2 hover:underline"
    >
      {children}
    </Link>
  )
}
