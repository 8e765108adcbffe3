import { useState } from 'react'
import { Plus, Trash2 } from 'lucide-react'
import { t } from '../messages/index.js'
import { Button, IconButton } from './button.js'
import { Input } from './input.js'
import { errorOfRow, recordOf, rowsOf, withNewRow, type KeyValueRow } from './key-value-rows.js'
import { ValueInput } from './value-input.js'

interface KeyValueEditorProps {
  /** The subject of the names and values. */
  label: string
  /** The object that is edited at first; later changes come from here alone. */
  initial: Readonly<Record<string, unknown>>
  /** Gets the object after each change; null while a row has an error. */
  onChange: (record: Record<string, unknown> | null) => void
  /** The errors that the server found, by name. */
  errors?: Readonly<Record<string, string>>
  /** Values are texts alone, as those of headers. */
  isTextOnly?: boolean
  /** The word on the button for one more row. */
  addLabel?: string
}

/** Names with values of any kind: each in a row that can be changed and removed. */
export function KeyValueEditor(props: KeyValueEditorProps) {
  const { label, initial, onChange, errors = {}, isTextOnly, addLabel = t.values.add } = props
  const [rows, setRows] = useState<readonly KeyValueRow[]>(() => rowsOf(initial))
  const change = (next: readonly KeyValueRow[]): void => {
    setRows(next)
    onChange(recordOf(next))
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">{label}</legend>
      <div className="flex flex-col gap-2">
        {rows.length === 0 && <p className="text-muted">{t.values.none}</p>}
        {rows.map((row, index) => (
          <Row
            key={row.id}
            row={row}
            index={index}
            error={messageOf(row, rows, errors)}
            isTextOnly={isTextOnly === true}
            onChange={(next) => change(rows.map((one) => (one.id === row.id ? next : one)))}
            onRemove={() => change(rows.filter((one) => one.id !== row.id))}
          />
        ))}
        <div>
          <Button icon={Plus} onClick={() => change(withNewRow(rows))}>
            {addLabel}
          </Button>
        </div>
      </div>
    </fieldset>
  )
}

function messageOf(
  row: KeyValueRow,
  rows: readonly KeyValueRow[],
  errors: Readonly<Record<string, string>>,
): string | undefined {
  const error = errorOfRow(row, rows)
  return error === null ? errors[row.name] : t.values.errors[error]
}

interface RowProps {
  row: KeyValueRow
  index: number
  error: string | undefined
  isTextOnly: boolean
  onChange: (row: KeyValueRow) => void
  onRemove: () => void
}

function Row({ row, index, error, isTextOnly, onChange, onRemove }: RowProps) {
  const name = row.name || t.values.row(index + 1)
  return (
    <div>
      <div className="flex flex-wrap items-start gap-2 max-wide:border-b max-wide:border-line max-wide:pb-2">
        <div className="w-40 max-w-full">
          <Input
            aria-label={t.values.nameOf(index + 1)}
            placeholder={t.values.name}
            autoComplete="off"
            spellCheck={false}
            autoFocus={row.name === ''}
            value={row.name}
            onChange={(event) => onChange({ ...row, name: event.target.value })}
          />
        </div>
        <ValueInput
          name={name}
          draft={row.draft}
          isTextOnly={isTextOnly}
          ids={{ 'aria-invalid': error === undefined ? undefined : true }}
          onChange={(draft) => onChange({ ...row, draft })}
        />
        <IconButton icon={Trash2} label={t.values.remove(name)} onClick={onRemove} />
      </div>
      {error !== undefined && (
        <p role="alert" className="text-small text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
