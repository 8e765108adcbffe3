import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../../api/client.js'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { wordsFor } from '../../../shared/failure.js'
import { useProjectId } from '../../../session/project.js'
import { ConfirmDialog } from '../../../ui/confirm-dialog.js'
import { Field } from '../../../ui/field.js'
import { Select } from '../../../ui/input.js'

const TEMPLATES = 100

type Template = Answer<'GET /templates'>['data'][number]

/** Copies the words of a template into the campaign, once that was confirmed. */
export function CopyTemplate({ onCopy }: { onCopy: (template: Template) => void }) {
  const projectId = useProjectId()
  const [chosen, setChosen] = useState<Template | null>(null)
  const { data } = useQuery(
    read('GET /templates', { projectId, query: { pageSize: TEMPLATES, sort: 'name', dir: 'asc' } }),
  )
  const templates = data?.data ?? []
  if (templates.length === 0) return null
  const options = templates.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div className="max-w-xs">
      <Field label={t.campaigns.copyTemplate}>
        {(ids) => (
          <Select
            {...ids}
            options={[{ value: '', label: t.campaigns.chooseTemplate }, ...options]}
            value={chosen?.id ?? ''}
            onChange={({ target }) => setChosen(templates.find(({ id }) => id === target.value) ?? null)}
          />
        )}
      </Field>
      <ConfirmDialog
        isOpen={chosen !== null}
        onClose={() => setChosen(null)}
        title={t.campaigns.copyTitle}
        text={t.campaigns.copyText}
        act={t.campaigns.copyAct}
        isDangerous={false}
        onConfirm={async () => {
          if (chosen) onCopy(chosen)
        }}
        wordsFor={wordsFor}
      />
    </div>
  )
}
