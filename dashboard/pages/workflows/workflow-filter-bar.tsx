import { getRouteApi } from '@tanstack/react-router'
import { t } from '../../messages/index.js'
import { SearchField } from '../../shared/search-field.js'
import { Field } from '../../ui/field.js'
import { Select } from '../../ui/input.js'
import type { WorkflowFilters } from './workflow-filters.js'

const route = getRouteApi('/p/$projectId/workflows')
const STATUSES = ['active', 'disabled'] as const

/** The filters of the list of workflows. */
export function WorkflowFilterBar() {
  const { q = '', status } = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changes: WorkflowFilters): void =>
    void navigate({ search: (search) => ({ ...search, ...changes, page: undefined }), replace: true })
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <SearchField
        label={t.common.search}
        value={q}
        onChange={(text) => change({ q: text === '' ? undefined : text })}
      />
      <Field label={t.workflows.status}>
        {(ids) => (
          <Select
            {...ids}
            className="min-w-36"
            options={[
              { value: '', label: t.workflows.statuses.all },
              ...STATUSES.map((value) => ({ value, label: t.workflows.statuses[value] })),
            ]}
            value={status ?? ''}
            onChange={({ target }) => change({ status: STATUSES.find((one) => one === target.value) })}
          />
        )}
      </Field>
    </div>
  )
}
