import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read } from '../../../../api/query.js'
import { t } from '../../../../messages/index.js'
import { askForKeys } from '../../../../session/keys.js'
import { useProjectId } from '../../../../session/project.js'
import { Failure } from '../../../../shared/failure.js'
import { Combobox } from '../../../../ui/combobox.js'
import { CopyField } from '../../../../ui/copy-field.js'
import { OuterLink } from '../../../../ui/link.js'
import { Panel } from '../../../../ui/panel.js'
import { Segmented } from '../../../../ui/segmented.js'
import { SkeletonRows } from '../../../../ui/skeleton.js'
import { SAMPLE_LANGUAGES, writeSample } from './languages.js'
import { sampleCallsOf, type SampleCall } from './sample-request.js'

const route = getRouteApi('/p/$projectId/settings/$part')
const FIRST_CALL = 'sendEmail'
const LANGUAGES = SAMPLE_LANGUAGES.map(({ id, name }) => ({ value: id, label: name }))

/** Any call of the API in several languages. The key is filled in where the code is copied, and shown nowhere. */
export function ExamplesPanel() {
  const { data, error, refetch } = useQuery({ ...read('GET /openapi.json', {}), staleTime: Number.POSITIVE_INFINITY })
  const calls = useMemo(() => data && sampleCallsOf(data), [data])
  return (
    <Panel title={t.settings.examples} isPadded>
      <div className="flex flex-col gap-4">
        <p className="text-muted">
          {t.settings.examplesText} <OuterLink href="/docs">{t.shell.reference}</OuterLink>
        </p>
        {calls && <Example calls={calls} />}
        {!calls && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={6} />)}
      </div>
    </Panel>
  )
}

function Example({ calls }: { calls: readonly SampleCall[] }) {
  const projectId = useProjectId()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (chosen: { call?: string; language?: string }): void => {
    void navigate({ search: { ...search, ...chosen }, replace: true, resetScroll: false })
  }
  const options = useMemo(
    () => calls.map(({ operationId, summary, group }) => ({ value: operationId, label: summary, group })),
    [calls],
  )
  const byId = (id: string | undefined): SampleCall | undefined => calls.find(({ operationId }) => operationId === id)
  const call = byId(search.call) ?? byId(FIRST_CALL) ?? calls[0]
  const language = LANGUAGES.find(({ value }) => value === search.language)?.value ?? 'curl'
  if (!call) return null
  const write = (key: string): string => writeSample(language, call.requestWith(window.location.origin, key))
  return (
    <>
      <Combobox
        label={t.settings.exampleCall}
        value={call.operationId}
        options={options}
        shownAs={call.summary}
        onChange={(operationId) => choose({ call: operationId })}
      />
      <div className="max-w-full overflow-x-auto">
        <Segmented
          label={t.settings.exampleLanguage}
          options={LANGUAGES}
          value={language}
          onChange={(value) => choose({ language: value })}
        />
      </div>
      <CopyField
        value={write(t.home[call.key])}
        label={t.settings.copyExample}
        copies={async () => write((await askForKeys(projectId))?.[call.key] ?? t.home[call.key])}
      />
    </>
  )
}
