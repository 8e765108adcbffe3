import { useEffect, useRef, useState } from 'react'
import { LoaderCircle } from 'lucide-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.js'
import { every } from '../../../api/polling.js'
import { t } from '../../../messages/index.js'
import { useProject } from '../../../session/project.js'
import { projectsQuery } from '../../../session/user.js'
import { PresenceDialog, type Proof } from '../../../shared/presence-dialog.js'
import { Button } from '../../../ui/button.js'
import { Panel } from '../../../ui/panel.js'
import { isReset } from './is-reset.js'
import { toast } from '../../../ui/toast.js'
import { StaysAndGoes } from './stays-and-goes.js'

const POLL_MS = 2_000

/** Empties the project, and follows that until it is done. */
export function ResetProject() {
  const project = useProject()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const isRunning = isReset(project)
  useQuery({ ...projectsQuery, refetchInterval: isRunning ? every(POLL_MS) : false })
  useSaysDone(project, isRunning)
  const reset = async (proof: Proof): Promise<void> => {
    await call('POST /users/@me/projects/:id/reset', { params: { id: project.id }, body: proof })
    await client.invalidateQueries({ queryKey: projectsQuery.queryKey })
    await client.invalidateQueries({ queryKey: [project.id] })
  }
  return (
    <Panel title={t.settings.reset} isPadded>
      <StaysAndGoes goes={t.settings.resetGoes} stays={t.settings.resetStays} />
      <div role="status" className="mt-4">
        {isRunning && (
          <p className="flex items-center gap-2 text-warn">
            <LoaderCircle aria-hidden size={16} className="animate-spin" />
            {t.settings.resetRuns}
          </p>
        )}
      </div>
      {!isRunning && (
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t.settings.reset}
        </Button>
      )}
      <PresenceDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t.settings.resetOf(project.name)}
        text={t.settings.resetText}
        action={t.settings.reset}
        nameToType={project.name}
        onConfirm={reset}
      />
    </Panel>
  )
}

/** Says that the reset is done, and reads again what the pages know of the project. */
function useSaysDone({ id, name }: { id: string; name: string }, isRunning: boolean): void {
  const client = useQueryClient()
  const wasRunning = useRef(isRunning)
  useEffect(() => {
    const isDone = wasRunning.current && !isRunning
    wasRunning.current = isRunning
    if (!isDone) return
    toast(t.settings.resetDone)
    void client.invalidateQueries({ queryKey: [id] })
  }, [client, id, name, isRunning])
}
