import { t } from '../../../messages/index.js'
import { Field } from '../../../ui/field.js'
import { Select } from '../../../ui/input.js'
import { ENCODINGS, type Encoding } from '../../../shared/encoding.js'
import { DELIMITERS, type Delimiter } from '../../../../models/domain/csv-rows/delimiters.js'
import type { FileFormat } from './file-format.js'

const ENCODING_OPTIONS = ENCODINGS.map((value) => ({ value, label: t.imports.encodings[value] }))
const DELIMITER_OPTIONS = DELIMITERS.map((value) => ({ value, label: t.imports.delimiters[value] }))

/** The format of the file: the recognised one, or the user's choice. */
export function FormatFields({ format, onChange }: { format: FileFormat; onChange: (format: FileFormat) => void }) {
  return (
    <div className="flex flex-wrap gap-3">
      <div className="w-60 max-w-full">
        <Field label={t.imports.encoding}>
          {(ids) => (
            <Select
              {...ids}
              options={ENCODING_OPTIONS}
              value={format.encoding}
              onChange={(event) => onChange({ ...format, encoding: event.target.value as Encoding })}
            />
          )}
        </Field>
      </div>
      {format.kind === 'csv' ? (
        <div className="w-40">
          <Field label={t.imports.delimiter}>
            {(ids) => (
              <Select
                {...ids}
                options={DELIMITER_OPTIONS}
                value={format.delimiter}
                disabled={format.isNamed}
                onChange={(event) => onChange({ ...format, delimiter: event.target.value as Delimiter })}
              />
            )}
          </Field>
        </div>
      ) : (
        <p className="self-end pb-1.5">{t.imports.json}</p>
      )}
    </div>
  )
}
