import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.js'
import { queryClient, read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { Switch } from '../../ui/switch.js'
import { showError } from '../show-error.js'

/** Whether the user also gets failures and problems of the project by email. */
export function MailSwitch() {
  const projectId = useProjectId()
  const [isBusy, setBusy] = useState(false)
  const settings = read('GET /notifications/settings', { projectId })
  const { data } = useQuery(settings)
  const change = async (email: boolean): Promise<void> => {
    setBusy(true)
    try {
      const changed = await call('PATCH /notifications/settings', { projectId, body: { email } })
      queryClient.setQueryData(settings.queryKey, changed)
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  if (!data) return null
  const { email, emailAvailable } = data
  return (
    <div className="border-b border-line pb-3">
      <Switch
        label={t.notifications.mail}
        isOn={email && emailAvailable}
        isDisabled={isBusy || !emailAvailable}
        onChange={(isOn) => void change(isOn)}
      />
      <p className="mt-1 text-small text-muted">
        {emailAvailable ? t.notifications.mailHint : t.notifications.mailUnavailable}
      </p>
    </div>
  )
}
