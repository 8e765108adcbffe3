import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { everyWhileThere } from '../../../api/polling.js'
import { read } from '../../../api/query.js'
import { lazyPart } from '../../../shared/lazy-part.js'
import { Failure, isMissing } from '../../../shared/failure.js'
import { Gone } from '../../../shared/gone.js'
import { useProjectId } from '../../../session/project.js'
import { TextLink } from '../../../ui/link.js'
import { SkeletonRows } from '../../../ui/skeleton.js'
import { Editor } from './editor.js'
import type { OldVersionProps } from './versions/old-version.js'
import { editorText } from './editor-text.js'

const INTERVAL_MS = 30_000
const OldVersion = lazyPart<OldVersionProps, 'OldVersion'>(
  () => import('./versions/old-version.js'),
  'OldVersion',
  <SkeletonRows />,
)

const route = getRouteApi('/p/$projectId/workflows/$workflowId')

/** A workflow: its editor, or an older version of it. */
export function EditorPage() {
  const projectId = useProjectId()
  const { workflowId } = route.useParams()
  const { version, compare } = route.useSearch()
  const query = useQuery({
    ...read('GET /workflows/:id', { projectId, params: { id: workflowId } }),
    // The page detects a version of another user during editing.
    refetchInterval: everyWhileThere(INTERVAL_MS),
  })
  const { data: workflow, error } = query
  if (isMissing(error)) {
    return (
      <Gone title={editorText.gone} text={editorText.goneText}>
        <TextLink to="/p/$projectId/workflows" params={{ projectId }}>
          {editorText.back}
        </TextLink>
      </Gone>
    )
  }
  if (!workflow) return error ? <Failure error={error} onRetry={() => void query.refetch()} /> : <SkeletonRows />
  if (version !== undefined) return <OldVersion workflow={workflow} version={version} compare={compare} />
  return <Editor key={workflowId} workflow={workflow} />
}
