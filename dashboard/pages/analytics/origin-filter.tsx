import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.js'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { isMissing } from '../../shared/failure.js'
import { useProjectId } from '../../session/project.js'
import { Combobox } from '../../ui/combobox.js'
import { optionOf, originOf, type OriginSearch } from './origin.js'

const MOST = 20
const ALL = ''

/** Chooses the template or the workflow whose emails are counted, by a part of its name. */
export function OriginFilter({ origin, onChange }: { origin: OriginSearch; onChange: (origin: OriginSearch) => void }) {
  const projectId = useProjectId()
  const { value, shownAs } = useChosen(origin)
  const load = async (text: string, signal: AbortSignal) => {
    const search = text === '' ? {} : { search: text }
    const query = { ...search, pageSize: MOST, sort: 'updatedAt', dir: 'desc' } as const
    const [templates, workflows] = await Promise.all([
      call('GET /templates', { projectId, query }, { signal }),
      call('GET /workflows', { projectId, query }, { signal }),
    ])
    return [
      ...(text === '' ? [{ value: ALL, label: t.analytics.allEmails }] : []),
      ...templates.data.map(({ id, name }) => ({
        value: optionOf('template', id),
        label: name,
        group: t.analytics.templates,
      })),
      ...workflows.data.map(({ id, name }) => ({
        value: optionOf('workflow', id),
        label: name,
        group: t.analytics.workflows,
      })),
    ]
  }
  return (
    <div className="w-72 max-w-full">
      <Combobox
        label={t.analytics.emailsOf}
        isInline
        value={value}
        onChange={(option) => onChange(originOf(option))}
        load={load}
        shownAs={shownAs}
        placeholder={t.pickers.searchTemplate}
      />
    </div>
  )
}

function useChosen({ templateId, workflowId }: OriginSearch): { value: string; shownAs: string } {
  const projectId = useProjectId()
  const template = useQuery({
    ...read('GET /templates/:id', { projectId, params: { id: templateId ?? '' } }),
    enabled: templateId !== undefined,
  })
  const workflow = useQuery({
    ...read('GET /workflows/:id', { projectId, params: { id: workflowId ?? '' } }),
    enabled: workflowId !== undefined,
  })
  if (templateId === undefined && workflowId === undefined) return { value: ALL, shownAs: t.analytics.allEmails }
  const { data, error } = templateId === undefined ? workflow : template
  const name = isMissing(error) ? t.pickers.gone : (data?.name ?? t.common.loading)
  return templateId === undefined
    ? { value: optionOf('workflow', workflowId ?? ''), shownAs: t.analytics.ofWorkflow(name) }
    : { value: optionOf('template', templateId), shownAs: t.analytics.ofTemplate(name) }
}
