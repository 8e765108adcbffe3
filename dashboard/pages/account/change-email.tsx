import { useRef, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { meQuery } from '../../session/user.js'
import { useSubmit } from '../../shared/use-submit.js'
import { Banner } from '../../ui/banner.js'
import { Button } from '../../ui/button.js'
import { Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'
import { Panel } from '../../ui/panel.js'
import { FaultText } from '../../ui/fault-text.js'

/** Another address; where the installation mails its users, it changes once the link in a mail to it is followed. */
export function ChangeEmail() {
  const { data: me } = useQuery(meQuery)
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [done, setDone] = useState<string | null>(null)
  const { isBusy, faults, message, onSubmit } = useSubmit(async ({ newEmail = '', password = '' }) => {
    const user = await call('POST /auth/change-email', { body: { newEmail, password } })
    form.current?.reset()
    const isChanged = user.email !== me?.email
    client.setQueryData(meQuery.queryKey, user)
    setDone(isChanged ? t.account.emailChanged(user.email) : t.account.emailAsked(newEmail))
  })
  return (
    <Panel title={t.account.changeEmail} isPadded>
      {done !== null && <Banner kind="good">{done}</Banner>}
      <form ref={form} onSubmit={onSubmit} className="flex flex-col gap-3">
        <Field label={t.account.newEmail} fault={faults['newEmail']}>
          {(ids) => <Input {...ids} name="newEmail" type="email" autoComplete="email" required />}
        </Field>
        <Field label={t.account.passwordAgain} fault={faults['password']}>
          {(ids) => <Input {...ids} name="password" type="password" autoComplete="current-password" required />}
        </Field>
        <FaultText text={message} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" isBusy={isBusy}>
            {t.account.changeEmail}
          </Button>
          <span className="min-w-0 flex-1 basis-48 text-muted">{t.account.othersEnd}</span>
        </div>
      </form>
    </Panel>
  )
}
