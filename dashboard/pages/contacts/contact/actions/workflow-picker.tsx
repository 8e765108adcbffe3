import { call } from '../../../../api/client.js'
import { read } from '../../../../api/query.js'
import { t } from '../../../../messages/index.js'
import { useProjectId } from '../../../../session/project.js'
import { RecordPicker, type PickerProps } from '../../../../shared/record-picker.js'

const MOST = 20

/** Chooses a workflow by a part of its name. */
export function WorkflowPicker({ label = t.contacts.workflow, value, ...rest }: PickerProps) {
  const projectId = useProjectId()
  return (
    <RecordPicker
      {...rest}
      label={label}
      value={value}
      chosen={read('GET /workflows/:id', { projectId, params: { id: value ?? '' } })}
      nameOf={({ name }) => name}
      find={async (text, signal) => {
        const query = { pageSize: MOST, ...(text === '' ? {} : { search: text }) }
        const { data } = await call('GET /workflows', { projectId, query }, { signal })
        return data.map(({ id, name, enabled }) => {
          return { value: id, label: name, hint: enabled ? undefined : t.contacts.workflowOff }
        })
      }}
    />
  )
}
