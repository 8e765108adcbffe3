import { useState } from 'react'
import { Database } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { mayManage, useProject } from '../../../session/project.js'
import { Failure } from '../../../shared/failure.js'
import { Button } from '../../../ui/button.js'
import { EmptyState } from '../../../ui/empty-state.js'
import { Panel } from '../../../ui/panel.js'
import { SkeletonRows } from '../../../ui/skeleton.js'
import { DeleteByPattern } from './delete-by-pattern.js'
import { FieldDrawer } from './field-drawer.js'
import { FieldTable } from './field-table.js'

const route = getRouteApi('/p/$projectId/settings/$part')

/** The custom fields of the contacts: their types, how many contacts have them, and what uses them. */
export function FieldsPanel() {
  const project = useProject()
  const { field: open } = route.useSearch()
  const navigate = route.useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const { data, error, refetch } = useQuery(read('GET /contacts/fields', { projectId: project.id }))
  const fields = data?.fields.filter(({ isCustom }) => isCustom)
  const show = (field: string | undefined): void => void navigate({ search: { field }, replace: true })
  return (
    <Panel
      title={t.settings.parts.fields}
      action={
        mayManage(project) &&
        fields &&
        fields.length > 0 && <Button onClick={() => setDeleting(true)}>{t.settings.deleteFields}</Button>
      }
    >
      {fields?.length === 0 && (
        <EmptyState
          heading="h3"
          icon={Database}
          sketch="records"
          title={t.settings.noFields}
          text={t.settings.noFieldsText}
        />
      )}
      {data && fields && fields.length > 0 && <FieldTable fields={fields} isEstimate={data.isEstimate} />}
      {!fields && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={4} />)}
      {open !== undefined && <FieldDrawer field={open} onClose={() => show(undefined)} />}
      {isDeleting && <DeleteByPattern onClose={() => setDeleting(false)} />}
    </Panel>
  )
}
