import { EXECUTION_STATUSES } from '../../../../models/domain/execution-status.js'
import type { Answer } from '../../../api/client.js'
import { t } from '../../../messages/index.js'
import { ContactPicker } from '../../../shared/contact-picker.js'
import { FilterSheet } from '../../../shared/filter-sheet.js'
import { Button } from '../../../ui/button.js'
import { Field } from '../../../ui/field.js'
import { Select } from '../../../ui/input.js'
import { isFiltered, readExecutionFilters, type ExecutionFilters } from './filters.js'

const STATUSES = [
  { value: '', label: t.executions.anyStatus },
  { value: 'ACTIVE', label: t.executions.active },
  ...EXECUTION_STATUSES.map((value) => ({ value, label: t.executions.statuses[value] })),
]

/** The filters of the list of executions. */
export function ExecutionFilterBar({
  workflow,
  filters,
  onChange,
}: {
  workflow: Answer<'GET /workflows/:id'> | undefined
  filters: ExecutionFilters
  onChange: (filters: ExecutionFilters) => void
}) {
  const change = (part: Record<string, string>): void => onChange(readExecutionFilters({ ...filters, ...part }))
  const choices = [
    { name: 'status', label: t.executions.filterStatus, options: STATUSES, value: filters.status },
    { name: 'step', label: t.executions.filterStep, options: stepsOf(workflow, filters.step), value: filters.step },
    {
      name: 'version',
      label: t.executions.filterVersion,
      options: versionsOf(workflow, filters.version),
      value: filters.version,
    },
  ]
  return (
    <div role="search" className="mb-4 flex flex-wrap items-center gap-3">
      <FilterSheet count={[...choices.map(({ value }) => value), filters.contact].filter(Boolean).length}>
        {choices.map(({ name, label, options, value }) => (
          <Field key={name} label={label} isInline>
            {(ids) => (
              <Select
                {...ids}
                options={options}
                value={value ?? ''}
                onChange={(event) => change({ [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
        <div className="w-64 max-w-full">
          <ContactPicker
            label={t.executions.filterContact}
            isInline
            value={filters.contact ?? null}
            onChange={(contact) => onChange({ ...filters, contact: contact ?? undefined })}
            none={t.executions.anyContact}
          />
        </div>
      </FilterSheet>
      {isFiltered(filters) && (
        <Button variant="quiet" onClick={() => onChange({ retry: filters.retry })}>
          {t.common.clearFilters}
        </Button>
      )}
    </div>
  )
}

type Workflow = Answer<'GET /workflows/:id'>

/** The steps of the workflow by name; a step of an older version, to which a link may lead, is named as such. */
function stepsOf(workflow: Workflow | undefined, chosen: string | undefined) {
  const steps = (workflow?.steps ?? []).filter(({ type }) => type !== 'TRIGGER')
  const isGone = chosen !== undefined && workflow !== undefined && !steps.some(({ id }) => id === chosen)
  return [
    { value: '', label: t.executions.anyStep },
    ...steps.map(({ id, name }) => ({ value: id, label: name })),
    ...(isGone ? [{ value: chosen, label: t.executions.goneStep }] : []),
  ]
}

const MOST_VERSIONS = 50

/** The latest versions, and the one that is chosen. */
function versionsOf(workflow: Workflow | undefined, chosen: number | undefined) {
  const newest = workflow?.version ?? 0
  const latest = Array.from({ length: Math.min(newest, MOST_VERSIONS) }, (_, index) => newest - index)
  const all = chosen === undefined || latest.includes(chosen) ? latest : [...latest, chosen]
  return [
    { value: '', label: t.executions.anyVersion },
    ...all.map((version) => ({ value: String(version), label: t.executions.version(version) })),
  ]
}
