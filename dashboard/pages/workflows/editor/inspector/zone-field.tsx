import { useMemo } from 'react'
import { Combobox } from '../../../../ui/combobox.js'

interface ZoneFieldProps {
  label: string
  hint?: string
  error?: string | undefined
  value: string
  onChange: (value: string) => void
}

/** A time zone by its name, or a template for one. */
export function ZoneField(props: ZoneFieldProps) {
  const options = useMemo(() => Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value })), [])
  return <Combobox {...props} isFree options={options} />
}
