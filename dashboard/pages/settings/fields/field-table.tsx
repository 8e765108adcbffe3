import { Link } from '@tanstack/react-router'
import { readFieldName } from '../../../../models/domain/field-names.js'
import type { Answer } from '../../../api/client.js'
import { formatRate } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { DataTable, type Column } from '../../../ui/data-table.js'

type Field = Answer<'GET /contacts/fields'>['fields'][number]

/** The name of a custom field as people write it, without the prefix of the API. */
export function shownField(field: string): string {
  const named = readFieldName(field)
  return 'key' in named ? named.key : named.standard
}

const LEAST_PERCENT = 0.1

const columns = (isEstimate: boolean): readonly Column<Field>[] => [
  { id: 'field', head: t.settings.field, cell: ({ field }) => <FieldLink field={field} /> },
  { id: 'type', head: t.settings.fieldType, cell: ({ type }) => t.settings.fieldTypes[type], width: 'w-28' },
  {
    id: 'coverage',
    head: t.settings.coverage,
    cell: ({ coverage }) => aboutIf(isEstimate, coverageOf(coverage)),
    isNumber: true,
    width: 'w-28',
  },
]

/** A number as it is shown, which may be an estimate. */
export function aboutIf(isEstimate: boolean, shown: string): string {
  return isEstimate ? t.settings.aboutNumber(shown) : shown
}

/** A share of the contacts: a field that few of many have is not one that nobody has. */
function coverageOf(coverage: number): string {
  const percent = 100 * coverage
  return coverage > 0 && percent < LEAST_PERCENT ? t.settings.lessThan(formatRate(LEAST_PERCENT)) : formatRate(percent)
}

/** The custom fields as a list; each opens its uses and values. */
export function FieldTable({ fields, isEstimate }: { fields: readonly Field[]; isEstimate: boolean }) {
  return (
    <DataTable
      label={t.settings.parts.fields}
      columns={columns(isEstimate)}
      rows={fields}
      idOf={({ field }) => field}
    />
  )
}

function FieldLink({ field }: { field: string }) {
  return (
    <Link
      from="/p/$projectId/settings/$part"
      to="."
      search={{ field }}
      replace
      className="font-medium underline-offset-2 hover:underline"
    >
      {shownField(field)}
    </Link>
  )
}
