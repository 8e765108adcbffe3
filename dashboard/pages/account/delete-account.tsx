import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { endHere } from '../../session/sign-in.js'
import { meQuery, projectsQuery } from '../../session/user.js'
import { PresenceDialog, type Proof } from '../../shared/presence-dialog.js'
import { Button } from '../../ui/button.js'
import { TextLink } from '../../ui/link.js'
import { Panel } from '../../ui/panel.js'

/** Deletes the account. The projects of the user have to be deleted first: the page names them. */
export function DeleteAccount() {
  const { data: me } = useQuery(meQuery)
  const { data: projects } = useQuery(projectsQuery)
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const owned = (projects ?? []).filter(({ role }) => role === 'OWNER')
  const remove = async (proof: Proof): Promise<void> => {
    await call('DELETE /users/@me', { body: proof })
    endHere()
    await navigate({ to: '/sign-in' })
  }
  return (
    <Panel title={t.account.delete} isPadded>
      {owned.length > 0 ? (
        <>
          <p className="mb-2 text-muted">{t.account.ownsProjects}</p>
          <ul className="flex flex-col gap-1">
            {owned.map(({ id, name }) => (
              <li key={id}>
                <TextLink to="/p/$projectId/settings/$part" params={{ projectId: id, part: 'danger' }}>
                  {name}
                </TextLink>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p className="mb-3 text-muted">{t.account.deleteText}</p>
          <Button variant="danger" disabled={!me} onClick={() => setAsking(true)}>
            {t.account.delete}
          </Button>
        </>
      )}
      <PresenceDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t.account.delete}
        text={t.account.deleteText}
        action={t.account.delete}
        nameToType={me?.email ?? ''}
        onConfirm={remove}
      />
    </Panel>
  )
}
