import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { shownIn, storedDraft } from '../../../shared/content-editor/message-draft.js'
import { InboxLine } from '../../../shared/content-editor/inbox-line.js'
import { usePreview } from '../../../shared/content-editor/use-preview.js'
import { Failure, isMissing } from '../../../shared/failure.js'
import { languageName } from '../../../shared/language-name.js'
import { ExactMoment } from '../../../shared/moment.js'
import { MailFrame } from '../../../shared/mail-frame.js'
import { Field } from '../../../ui/field.js'
import { Select } from '../../../ui/input.js'
import { SkeletonRows } from '../../../ui/skeleton.js'
import { languagesOf, type Template } from '../template-value.js'
import { RestoreVersion } from './restore-version.js'
import type { Version } from './version.js'

interface VersionViewProps {
  template: Template
  version: number
  isUnsaved: boolean
  onRestored: (template: Template) => void
}

/** The content of a version, as its recipients got it, and the button that restores it. */
export function VersionView({ template, version, isUnsaved, onRestored }: VersionViewProps) {
  const { projectId, id } = template
  const params = { id, version: String(version) }
  const { data, error, refetch } = useQuery(read('GET /templates/:id/versions/:version', { projectId, params }))
  if (isMissing(error)) return <p className="text-muted">{t.templateHistory.goneText}</p>
  if (!data) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows />
  const lostLanguages = Object.keys(template.translations ?? {}).filter((tag) => !(tag in (data.translations ?? {})))
  return (
    <section aria-label={t.templateHistory.version(version)} className="flex min-w-0 flex-col gap-3">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <div>
          <h3 className="font-semibold">{t.templateHistory.version(version)}</h3>
          <p className="text-small text-muted">
            <ExactMoment at={data.savedAt} />
          </p>
        </div>
        {!data.isCurrent && <RestoreVersion {...{ template, version, lostLanguages, isUnsaved, onRestored }} />}
      </header>
      <Content template={template} version={data} />
    </section>
  )
}

function Content({ template: { type }, version }: { template: Template; version: Version }) {
  const [language, setLanguage] = useState('')
  const languages = languagesOf(storedDraft({ ...version, type }) as Parameters<typeof languagesOf>[0])
  const draft = useMemo(
    () => shownIn(storedDraft({ ...version, type }), language === '' ? null : language),
    [version, type, language],
  )
  const shownTo = useMemo(() => ({ language: language === '' ? null : language }), [language])
  const { preview, error, retry } = usePreview(draft, shownTo)
  const options = [
    { value: '', label: t.templateHistory.mainLanguage },
    ...languages.map((value) => ({ value, label: languageName(value) })),
  ]
  return (
    <>
      {languages.length > 0 && (
        <Field label={t.templateHistory.language}>
          {(ids) => (
            <Select {...ids} options={options} value={language} onChange={({ target }) => setLanguage(target.value)} />
          )}
        </Field>
      )}
      {error ? <Failure error={error} onRetry={retry} /> : null}
      {!error && !preview && <SkeletonRows />}
      {!error && preview && (
        <div className="rounded-control border border-line">
          <InboxLine preview={preview} draft={draft} />
          {preview.html === null ? (
            <p className="p-4 text-muted">{t.content.previewFailed}</p>
          ) : (
            <MailFrame html={preview.html} title={t.content.previewOf(preview.subject ?? t.content.noSubject)} />
          )}
        </div>
      )}
    </>
  )
}
