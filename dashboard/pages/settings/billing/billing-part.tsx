import { useQuery } from '@tanstack/react-query'
import { t } from '../../../messages/index.js'
import { mayManage, useProject } from '../../../session/project.js'
import { configQuery } from '../../../session/user.js'
import { NoRight } from '../../../shared/no-right.js'
import { Panel } from '../../../ui/panel.js'
import { InvoicesPanel } from './invoices-panel.js'
import { MonthPanel } from './month-panel.js'
import { QuotasPanel } from './quotas-panel.js'
import { SubscriptionPanel } from './subscription-panel.js'

/** The plan, usage and invoices of the project, on an installation that bills its projects; else its quotas alone. */
export function BillingPart() {
  const project = useProject()
  const { data: config } = useQuery(configQuery)
  const isBilled = config?.features.billing.enabled ?? false
  return (
    <>
      {isBilled && mayManage(project) && (
        <>
          <SubscriptionPanel />
          <MonthPanel />
          <InvoicesPanel />
        </>
      )}
      {isBilled && !mayManage(project) && (
        <Panel title={t.settings.parts.billing} isPadded>
          <NoRight text={t.settings.billingMembersOnly} />
        </Panel>
      )}
      <QuotasPanel />
    </>
  )
}
