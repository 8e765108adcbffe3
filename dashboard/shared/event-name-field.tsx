import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../api/query.js'
import { useProjectId } from '../session/project.js'
import { Combobox } from '../ui/combobox.js'
import { eventOptions, ownEvents } from './event-options.js'

interface EventNameFieldProps {
  label: string
  value: string
  onChange: (name: string) => void
  hint?: string
  error?: string | undefined
  isDisabled?: boolean
  /** The event is reported by a person, so that events of the service itself are not offered. */
  isReported?: boolean
}

/** The name of an event: one of the project, one of the service itself, or a new one. */
export function EventNameField({ value, isReported = false, ...rest }: EventNameFieldProps) {
  const projectId = useProjectId()
  const names = useQuery(read('GET /events/names', { projectId })).data
  const options = useMemo(() => {
    if (!names) return []
    return isReported ? ownEvents(names).map(({ name }) => ({ value: name, label: name })) : eventOptions(names)
  }, [names, isReported])
  const chosen = names?.systemEventNames.find(({ name }) => name === value)
  return <Combobox {...rest} hint={chosen?.description ?? rest.hint} isFree value={value} options={options} />
}
