import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.js'
import { read } from '../api/query.js'
import { t } from '../messages/index.js'
import { useProjectId } from '../session/project.js'
import { Combobox } from '../ui/combobox.js'
import { isMissing } from './failure.js'

const MOST = 20
const NONE = ''

interface TemplatePickerProps {
  label?: string
  hint?: string | undefined
  error?: string | undefined
  /** The id of the template; null for none. */
  value: string | null
  onChange: (templateId: string | null) => void
  /** The label of the choice without a template; without it a template is required. */
  none?: string
}

/** Chooses a template by a part of its name; at first those that were changed last are offered. */
export function TemplatePicker({ label = t.pickers.template, value, onChange, none, ...rest }: TemplatePickerProps) {
  const projectId = useProjectId()
  const { data, error } = useQuery({
    ...read('GET /templates/:id', { projectId, params: { id: value ?? '' } }),
    enabled: value !== null,
  })
  const load = async (text: string, signal: AbortSignal) => {
    const search = text === '' ? {} : { search: text }
    const query = { ...search, pageSize: MOST, sort: 'updatedAt', dir: 'desc' } as const
    const { data: templates } = await call('GET /templates', { projectId, query }, { signal })
    const found = templates.map(({ id, name, subject }) => ({ value: id, label: name, hint: subject }))
    return none === undefined || text !== '' ? found : [{ value: NONE, label: none }, ...found]
  }
  const shownAs = value === null ? none : isMissing(error) ? t.pickers.gone : data?.name
  return (
    <Combobox
      {...rest}
      label={label}
      value={value ?? NONE}
      onChange={(id) => onChange(id === NONE ? null : id)}
      load={load}
      shownAs={shownAs ?? (value === null ? '' : t.common.loading)}
      placeholder={t.pickers.searchTemplate}
    />
  )
}
