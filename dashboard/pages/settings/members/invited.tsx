import { useQuery } from '@tanstack/react-query'
import { t } from '../../../messages/index.js'
import { configQuery } from '../../../session/user.js'
import { Banner } from '../../../ui/banner.js'
import { CopyField } from '../../../ui/copy-field.js'

/** The outcome of an invitation. An installation without mail to users shows the link, to be passed on by hand. */
export function Invited({ email, pending }: { email: string; pending: boolean }) {
  const { data: config } = useQuery(configQuery)
  if (!pending) return <Banner kind="good">{t.settings.joined(email)}</Banner>
  return (
    <Banner kind="good" title={t.settings.invited(email)}>
      <p className="mb-2 text-muted">{t.settings.invitedText(email)}</p>
      {config && <CopyField value={`${config.urls.dashboard}/sign-up`} label={t.settings.copySignUp} />}
    </Banner>
  )
}
