import { useId } from 'react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'

/** The name of an event, with those proposed that were tracked before. */
export function EventInput({
  value,
  fault,
  onChange,
}: {
  value: string
  fault: string | undefined
  onChange: (value: string) => void
}) {
  const projectId = useProjectId()
  const id = useId()
  const { data } = useQuery(read('GET /events/names', { projectId }))
  return (
    <Field label={t.workflows.eventName} hint={t.workflows.eventHint} fault={fault}>
      {(ids) => (
        <>
          <Input
            {...ids}
            name="eventName"
            list={id}
            required
            autoComplete="off"
            spellCheck={false}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <datalist id={id}>
            {(data?.eventNames ?? []).map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
