import { call } from '../api/client.js'
import { read } from '../api/query.js'
import { t } from '../messages/index.js'
import { useProjectId } from '../session/project.js'
import { RecordPicker, type PickerProps } from './record-picker.js'

const MOST = 20

/** Chooses a template by a part of its name; at first those that were changed last are offered. */
export function TemplatePicker({ label = t.pickers.template, value, ...rest }: PickerProps) {
  const projectId = useProjectId()
  return (
    <RecordPicker
      {...rest}
      label={label}
      placeholder={t.pickers.searchTemplate}
      value={value}
      chosen={read('GET /templates/:id', { projectId, params: { id: value ?? '' } })}
      nameOf={({ name }) => name}
      find={async (text, signal) => {
        const search = text === '' ? {} : { search: text }
        const query = { ...search, pageSize: MOST, sort: 'updatedAt', dir: 'desc' } as const
        const { data } = await call('GET /templates', { projectId, query }, { signal })
        return data.map(({ id, name, subject }) => ({ value: id, label: name, hint: subject }))
      }}
    />
  )
}
