import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { Failure } from '../../../shared/failure.js'
import { useProjectId } from '../../../session/project.js'
import { Panel } from '../../../ui/panel.js'
import { SkeletonRows } from '../../../ui/skeleton.js'
import { DisablingPanel } from './disabling-panel.js'
import { Measures } from './measures.js'

/** The bounces and complaints of the project, whether they endanger it, and what would disable it. */
export function SecurityPanel() {
  const projectId = useProjectId()
  const { data, error, refetch } = useQuery(read('GET /projects/:id/security', { params: { id: projectId } }))
  return (
    <>
      <Panel title={t.settings.security}>
        {data && <Measures security={data} />}
        {!data && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={4} />)}
      </Panel>
      <DisablingPanel />
    </>
  )
}
