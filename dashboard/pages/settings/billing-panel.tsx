import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { wordsFor } from '../../shared/failure.js'
import { mayManage, useProject } from '../../session/project.js'
import { configQuery } from '../../session/user.js'
import { Button } from '../../ui/button.js'
import { Panel } from '../../ui/panel.js'
import { toast } from '../../ui/toast.js'

/** The way to the page on which the subscription is paid, where the installation bills its projects. */
export function BillingPanel() {
  const { id, role } = useProject()
  const { data: config } = useQuery(configQuery)
  const portal = useMutation({
    mutationFn: () => call('POST /users/@me/projects/:id/billing-portal', { params: { id } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toast(wordsFor(error).message),
  })
  if (!config?.features.billing.enabled || !mayManage({ role })) return null
  return (
    <Panel title={t.settings.billing} isPadded>
      <p className="mb-3 text-muted">{t.settings.billingText}</p>
      <Button isBusy={portal.isPending} onClick={() => portal.mutate()}>
        {t.settings.openPortal}
      </Button>
    </Panel>
  )
}
