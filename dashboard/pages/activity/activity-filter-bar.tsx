import { lazy, Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ACTIVITY_TYPES } from '../../../models/domain/activity.js'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { formatDay } from '../../shared/day.js'
import { DayFields } from '../../shared/day-fields.js'
import { FilterSheet } from '../../shared/filter-sheet.js'
import { useProjectId } from '../../session/project.js'
import { Button } from '../../ui/button.js'
import { ChoiceMenu } from '../../ui/choice-menu.js'
import { Chips, type Chip } from '../../ui/chips.js'
import { Skeleton } from '../../ui/skeleton.js'
import { isFiltered, readActivityFilters, typesIn, type ActivityFilters } from './filters.js'

const ContactPicker = lazy(async () => ({ default: (await import('../../shared/contact-picker.js')).ContactPicker }))

const GROUPS = (Object.keys(t.activity.groups) as (keyof typeof t.activity.groups)[]).map((group) => ({
  label: t.activity.groups[group],
  options: ACTIVITY_TYPES.filter((type) => type.startsWith(`${group}.`)).map((value) => ({
    value,
    label: t.activity.types[value],
  })),
}))

interface FilterBarProps {
  filters: ActivityFilters
  onChange: (filters: ActivityFilters) => void
}

/** The filters of the activity, and the active ones as chips. */
export function ActivityFilterBar({ filters, onChange }: FilterBarProps) {
  const change = (part: ActivityFilters): void => onChange(readActivityFilters({ ...filters, open: '', ...part }))
  return (
    <>
      <div role="search" className="mb-4 flex flex-wrap items-center gap-3">
        <FilterSheet count={[filters.types, filters.contact, filters.from, filters.to].filter(Boolean).length}>
          <ChoiceMenu
            label={t.activity.kinds}
            groups={GROUPS}
            chosen={typesIn(filters.types)}
            onChange={(types) => change({ types: types.join(',') })}
          />
          <div className="w-64 max-w-full">
            <Suspense fallback={<Skeleton className="h-8" />}>
              <ContactPicker
                label={t.activity.contact}
                isInline
                value={filters.contact ?? null}
                onChange={(contact) => change({ contact: contact ?? undefined })}
                none={t.activity.anyContact}
              />
            </Suspense>
          </div>
          <DayFields span={filters} onChange={(span) => change(span)} />
        </FilterSheet>
      </div>
      <Chips label={t.filters.chips} chips={useChips(filters, change)}>
        {isFiltered(filters) && (
          <Button variant="quiet" onClick={() => onChange({})}>
            {t.common.clearFilters}
          </Button>
        )}
      </Chips>
    </>
  )
}

function useChips(filters: ActivityFilters, change: (part: ActivityFilters) => void): Chip[] {
  const { from, to, contact } = filters
  const types = typesIn(filters.types)
  const contactName = useContactName(contact)
  const chip = (id: string, label: string, onRemove: () => void): Chip => ({
    id,
    label,
    removeLabel: t.filters.remove(label),
    onRemove,
  })
  return [
    ...types.map((type) =>
      chip(type, t.activity.types[type], () => change({ types: types.filter((one) => one !== type).join(',') })),
    ),
    ...(contact === undefined ? [] : [chip('contact', contactName, () => change({ contact: undefined }))]),
    ...(from === undefined
      ? []
      : [chip('from', t.filters.fromDay(formatDay(from)), () => change({ from: undefined }))]),
    ...(to === undefined ? [] : [chip('to', t.filters.toDay(formatDay(to)), () => change({ to: undefined }))]),
  ]
}

function useContactName(contactId: string | undefined): string {
  const projectId = useProjectId()
  const { data } = useQuery({
    ...read('GET /contacts/:id', { projectId, params: { id: contactId ?? '' } }),
    enabled: contactId !== undefined,
  })
  return data ? t.filters.contact(data.email) : t.filters.ofContact
}
