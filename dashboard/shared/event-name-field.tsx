import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../api/query.js'
import { useProjectId } from '../session/project.js'
import { Combobox } from '../ui/combobox.js'

interface EventNameFieldProps {
  label: string
  value: string
  onChange: (name: string) => void
  hint?: string
  fault?: string | undefined
  isDisabled?: boolean
}

/** The name of an event: one that the project knows, the most frequent first, or a new one. */
export function EventNameField({ value, ...rest }: EventNameFieldProps) {
  const projectId = useProjectId()
  const names = useQuery(read('GET /events/names', { projectId })).data?.eventNames
  const options = useMemo(() => (names ?? []).map((name) => ({ value: name, label: name })), [names])
  return <Combobox {...rest} isFree value={value} options={options} />
}
