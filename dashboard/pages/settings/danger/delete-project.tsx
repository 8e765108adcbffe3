import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../../api/client.js'
import { t } from '../../../messages/index.js'
import { useProject } from '../../../session/project.js'
import { projectsQuery } from '../../../session/user.js'
import { PresenceDialog, type Proof } from '../../../shared/presence-dialog.js'
import { NoRight } from '../../../shared/no-right.js'
import { Button } from '../../../ui/button.js'
import { Panel } from '../../../ui/panel.js'
import { toast } from '../../../ui/toast.js'
import { StaysAndGoes } from './stays-and-goes.js'

/** Deletes the project, which its owner alone may do. */
export function DeleteProject() {
  const { id, name, role } = useProject()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const remove = async (proof: Proof): Promise<void> => {
    await call('DELETE /users/@me/projects/:id', { params: { id }, body: proof })
    // The page of the project goes first: nothing on it can be read any more.
    await navigate({ to: '/projects' })
    client.removeQueries({ queryKey: [id] })
    await client.invalidateQueries({ queryKey: projectsQuery.queryKey })
    toast(t.settings.projectDeleted)
  }
  return (
    <Panel title={t.settings.deleteProject} isPadded>
      <StaysAndGoes goes={t.settings.deleteGoes} stays={t.settings.deleteStays} />
      <div className="mt-4">
        {role === 'OWNER' ? (
          <Button variant="danger" onClick={() => setAsking(true)}>
            {t.settings.deleteProject}
          </Button>
        ) : (
          <NoRight text={t.settings.ownerOnly} />
        )}
      </div>
      <PresenceDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t.settings.deleteProjectOf(name)}
        text={t.settings.deleteProjectText}
        action={t.settings.deleteProject}
        nameToType={name}
        onConfirm={remove}
      />
    </Panel>
  )
}
