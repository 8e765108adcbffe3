import { useMemo, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.js'
import { useCommands, type Command } from '../../../commands/registry.js'
import { t } from '../../../messages/index.js'
import { projectsQuery, type Project } from '../../../session/user.js'
import { describeError } from '../../../shared/failure.js'
import { Unsaved } from '../../../shared/unsaved.js'
import { useSubmit } from '../../../shared/use-submit.js'
import { Button } from '../../../ui/button.js'
import { Panel } from '../../../ui/panel.js'
import { toast } from '../../../ui/toast.js'
import { realChanges, type ProjectChanges } from './changes.js'
import { GeneralFields } from './general-fields.js'
import { ErrorText } from '../../../ui/error-text.js'

/** Says why the changes were not saved, which keeps the page. */
function sayWhyNot(error: unknown): never {
  toast(describeError(error).message)
  throw error
}

/** The form for the settings of the project; only what has changed is sent. */
export function GeneralForm({ project }: { project: Project }) {
  const [changes, setChanges] = useState<ProjectChanges>({})
  const form = useRef<HTMLFormElement>(null)
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
  const { isBusy, errors, message, onSubmit } = useSubmit(save)
  useCommands(
    useMemo(
      (): Command[] => [
        { id: 'save', title: t.common.save, group: 'page', keys: 'mod+s', run: () => form.current?.requestSubmit() },
      ],
      [],
    ),
  )
  return (
    <Panel title={t.settings.project} isPadded>
      <form ref={form} onSubmit={onSubmit} className="flex max-w-xl flex-col gap-4">
        <GeneralFields
          values={{ ...project, ...changes }}
          errors={errors}
          onChange={(change) => setChanges({ ...changes, ...change })}
        />
        <ErrorText text={message} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="strong" isBusy={isBusy} disabled={!isUnsaved}>
            {t.common.save}
          </Button>
          {isUnsaved && (
            <Button variant="quiet" disabled={isBusy} onClick={() => setChanges({})}>
              {t.settings.revert}
            </Button>
          )}
        </div>
      </form>
      <Unsaved
        isUnsaved={isUnsaved && !isBusy}
        isStored={false}
        onSave={() => save().catch(sayWhyNot)}
        onDiscard={() => setChanges({})}
      />
    </Panel>
  )
}
