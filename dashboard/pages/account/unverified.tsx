import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { showError } from '../../shared/show-error.js'
import { Banner } from '../../ui/banner.js'
import { Button } from '../../ui/button.js'
import { toast } from '../../ui/toast.js'

/** Says that the email address is not confirmed, and sends the confirmation link again. */
export function Unverified() {
  const send = useMutation({
    mutationFn: () => call('POST /auth/request-verification', {}),
    onSuccess: () => toast(t.account.linkSent),
    onError: showError,
  })
  return (
    <Banner
      kind="warn"
      action={
        <Button isBusy={send.isPending} onClick={() => send.mutate()}>
          {t.account.sendLink}
        </Button>
      }
    >
      {t.account.unverified}
    </Banner>
  )
}
