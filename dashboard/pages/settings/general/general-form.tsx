import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.js'
import { t } from '../../../messages/index.js'
import { projectsQuery, type Project } from '../../../session/user.js'
import { Panel } from '../../../ui/panel.js'
import { toast } from '../../../ui/toast.js'
import { SavedForm } from '../saved-form.js'
import { realChanges, type ProjectChanges } from './changes.js'
import { GeneralFields } from './general-fields.js'

/** The form for the settings of the project; only what has changed is sent. */
export function GeneralForm({ project }: { project: Project }) {
  const [changes, setChanges] = useState<ProjectChanges>({})
  const client = useQueryClient()
  const real = realChanges(project, changes)
  const isUnsaved = Object.keys(real).length > 0
  const save = async (): Promise<void> => {
    if (!isUnsaved) return
    await call('PATCH /users/@me/projects/:id', { params: { id: project.id }, body: real })
    // The time zone decides about the days of all figures.
    await client.invalidateQueries(real.timezone === undefined ? { queryKey: projectsQuery.queryKey } : {})
    setChanges({})
    toast(t.common.saved)
  }
  return (
    <Panel title={t.settings.project} isPadded>
      <SavedForm
        isUnsaved={isUnsaved}
        save={save}
        onRevert={() => setChanges({})}
        revert={t.settings.revert}
        className="flex max-w-xl flex-col gap-4"
      >
        {(errors) => (
          <GeneralFields
            values={{ ...project, ...changes }}
            errors={errors}
            onChange={(change) => setChanges({ ...changes, ...change })}
          />
        )}
      </SavedForm>
    </Panel>
  )
}
