import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { Failure } from '../../../shared/failure.js'
import { Checkbox } from '../../../ui/checkbox.js'
import { Dialog } from '../../../ui/dialog.js'
import { Field } from '../../../ui/field.js'
import { Input } from '../../../ui/input.js'
import { SkeletonRows } from '../../../ui/skeleton.js'
import { MOST_COLUMNS, STANDARD_COLUMNS, withColumn } from './column-choice.js'

// So many fields are found without a search.
const FEW_FIELDS = 12
const MOST_FOUND = 100

interface ColumnDialogProps {
  isOpen: boolean
  onClose: () => void
  choice: readonly string[]
  onChange: (choice: readonly string[]) => void
}

/** Which columns the list of contacts has: standard ones, and any custom field. */
export function ColumnDialog({ isOpen, onClose, choice, onChange }: ColumnDialogProps) {
  const box = (name: string, label: string) => (
    <Checkbox
      key={name}
      label={label}
      checked={choice.includes(name)}
      disabled={!choice.includes(name) && choice.length >= MOST_COLUMNS}
      onChange={(event) => onChange(withColumn(choice, name, event.target.checked))}
    />
  )
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t.contacts.columnsTitle} text={t.contacts.columnsText}>
      <div className="flex flex-col gap-2">
        {STANDARD_COLUMNS.map((name) => box(name, t.contacts.columns[name]))}
        <CustomFields box={box} />
      </div>
    </Dialog>
  )
}

function CustomFields({ box }: { box: (name: string, label: string) => React.ReactNode }) {
  const projectId = useProjectId()
  const [search, setSearch] = useState('')
  const query = useQuery(read('GET /contacts/fields', { projectId }))
  if (!query.data) {
    return query.error ? (
      <Failure error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows rows={3} />
    )
  }
  const fields = query.data.fields.filter(({ isCustom }) => isCustom).map(({ field }) => field)
  const searched = search.trim().toLowerCase()
  const found = fields.filter((field) => field.toLowerCase().includes(searched)).slice(0, MOST_FOUND)
  return (
    <>
      {fields.length > FEW_FIELDS && (
        <Field label={t.contacts.searchFields}>
          {(ids) => <Input {...ids} type="search" value={search} onChange={(event) => setSearch(event.target.value)} />}
        </Field>
      )}
      {found.map((field) => box(field, field.slice('data.'.length)))}
      {fields.length === 0 && <p className="text-muted">{t.contacts.noCustomFields}</p>}
    </>
  )
}
