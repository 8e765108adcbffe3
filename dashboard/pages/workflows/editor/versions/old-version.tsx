import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Answer } from '../../../../api/client.js'
import { read } from '../../../../api/query.js'
import { Failure, isMissing } from '../../../../shared/failure.js'
import { Gone } from '../../../../shared/gone.js'
import { changesSince, marksOf, mergedVersions } from '../../../../shared/workflow-draft/changes.js'
import { draftOf } from '../../../../shared/workflow-draft/stored.js'
import { Button } from '../../../../ui/button.js'
import { TextLink } from '../../../../ui/link.js'
import { PageHeader, Panel } from '../../../../ui/panel.js'
import { SkeletonRows } from '../../../../ui/skeleton.js'
import { toast } from '../../../../ui/toast.js'
import { ChangesList } from '../changes-list.js'
import { restoreDraft } from '../stored-draft.js'
import { dialogText } from '../dialog-text.js'
import { ReadOnlyGraph } from './read-only-graph.js'

type Workflow = Answer<'GET /workflows/:id'>

/** Which version is shown, and beside which. */
export interface OldVersionProps {
  /** The workflow as it is published now. */
  workflow: Workflow
  version: number
  /** The older version to compare with. */
  compare: number | undefined
}

/** An older version, alone or compared with another one; restoring it makes a draft. */
export function OldVersion({ workflow, version, compare }: OldVersionProps) {
  const shown = useVersion(workflow, version)
  const before = useVersion(workflow, compare ?? version)
  const error = shown.error ?? before.error
  const back = <BackLink workflow={workflow} />
  if (isMissing(error)) {
    return (
      <Gone title={dialogText.old.gone} text={dialogText.old.goneText}>
        {back}
      </Gone>
    )
  }
  const title = compare === undefined ? dialogText.old.title(version) : dialogText.old.compareTitle(compare, version)
  return (
    <>
      <PageHeader title={title} note={workflow.name}>
        {back}
        {compare === undefined && shown.data && <Restore workflow={workflow} old={shown.data} version={version} />}
      </PageHeader>
      {!shown.data || !before.data ? (
        error ? (
          <Failure error={error} onRetry={() => void Promise.all([shown.refetch(), before.refetch()])} />
        ) : (
          <SkeletonRows />
        )
      ) : compare === undefined ? (
        <>
          <p className="mb-4 text-muted">{dialogText.old.text}</p>
          <ReadOnlyGraph draft={draftOf(shown.data)} />
        </>
      ) : (
        <Comparison before={before.data} after={shown.data} />
      )}
    </>
  )
}

function useVersion({ projectId, id }: Workflow, version: number) {
  return useQuery(read('GET /workflows/:id', { projectId, params: { id }, query: { version } }))
}

function Comparison({ before, after }: { before: Workflow; after: Workflow }) {
  const [old, now] = [draftOf(before), draftOf(after)]
  // Versions hold the name and the graph; everything else is the current one in both.
  const changes = changesSince(old, now)
  return (
    <div className="flex flex-col gap-4">
      <Panel title={dialogText.old.differences} isPadded>
        <ChangesList before={old} after={now} changes={changes} />
      </Panel>
      <ReadOnlyGraph draft={mergedVersions(old, now)} marks={marksOf(changes)} />
    </div>
  )
}

function Restore({ workflow, old, version }: { workflow: Workflow; old: Workflow; version: number }) {
  const navigate = useNavigate()
  const restore = (): void => {
    restoreDraft(workflow, old)
    toast(dialogText.old.restored(version))
    void navigate({
      to: '/p/$projectId/workflows/$workflowId',
      params: { projectId: workflow.projectId, workflowId: workflow.id },
    })
  }
  return (
    <Button variant="strong" onClick={restore}>
      {dialogText.old.restore}
    </Button>
  )
}

function BackLink({ workflow: { projectId, id } }: { workflow: Workflow }) {
  return (
    <TextLink to="/p/$projectId/workflows/$workflowId" params={{ projectId, workflowId: id }}>
      {dialogText.old.back}
    </TextLink>
  )
}
