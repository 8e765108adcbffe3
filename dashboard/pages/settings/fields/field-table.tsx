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

const COLUMNS: readonly Column<Field>[] = [
  { id: 'field', head: t.settings.field, cell: ({ field }) => <FieldLink field={field} /> },
  { id: 'type', head: t.settings.fieldType, cell: ({ type }) => t.settings.fieldTypes[type], width: 'w-28' },
  {
    id: 'coverage',
    head: t.settings.coverage,
    cell: ({ coverage }) => formatRate(100 * coverage),
    isNumber: true,
    width: 'w-28',
  },
]

/** The custom fields as a list; each opens its uses and values. */
export function FieldTable({ fields }: { fields: readonly Field[] }) {
  return <DataTable label={t.settings.parts.fields} columns={COLUMNS} rows={fields} idOf={({ field }) => field} />
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
