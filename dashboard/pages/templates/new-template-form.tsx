import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { SenderField } from '../../shared/sender-field/sender-field.js'
import { useNewSender } from '../../shared/sender-field/use-new-sender.js'
import { contentOf, type Start } from '../../shared/start-gallery/start.js'
import { StartForm } from '../../shared/start-gallery/start-form.js'
import { useStarters } from '../../shared/start-gallery/use-starters.js'
import { useSubmit } from '../../shared/use-submit.js'
import { useProjectId } from '../../session/project.js'
import { Field } from '../../ui/field.js'
import { Input, Select } from '../../ui/input.js'
import { refreshTemplates } from './template-cache.js'
import { MESSAGE_TYPES, type MessageType } from './template-value.js'

const TYPES = MESSAGE_TYPES.map((value) => ({ value, label: t.templates.types[value] }))

/** Asks for the start, the name and the sender of a template, creates it and opens its page. */
export function NewTemplateForm({ onClose }: { onClose: () => void }) {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const [start, setStart] = useState<Start>({ kind: 'blank' })
  const { from, setFrom, fromName } = useNewSender(projectId)
  const [typed, setType] = useState<MessageType | null>(null)
  const starters = useStarters()
  const suggested = start.kind === 'starter' ? starters.list?.find(({ id }) => id === start.id)?.type : undefined
  const type = typed ?? suggested ?? 'MARKETING'
  const submission = useSubmit(async ({ name = '' }) => {
    const { content, subject = t.templates.firstSubject } = await contentOf(start, starters.language, projectId)
    const { id: templateId } = await call('POST /templates', {
      projectId,
      body: { name, from, fromName, type, subject, ...content },
    })
    await refreshTemplates(projectId)
    await navigate({ to: '/p/$projectId/templates/$templateId', params: { projectId, templateId } })
  })
  const { errors } = submission
  return (
    <StartForm
      start={start}
      onStart={setStart}
      starters={starters}
      action={t.templates.create}
      submission={submission}
      onCancel={onClose}
    >
      <Field label={t.templates.name} hint={t.templates.nameHint} error={errors['name']}>
        {(ids) => <Input {...ids} name="name" required autoFocus maxLength={255} autoComplete="off" />}
      </Field>
      <SenderField value={from} onChange={setFrom} error={errors['from']} />
      <Field label={t.templates.type} hint={t.templates.typeHints[type]} error={errors['type']}>
        {(ids) => (
          <Select
            {...ids}
            options={TYPES}
            value={type}
            onChange={({ target }) => setType(MESSAGE_TYPES.find((one) => one === target.value) ?? 'MARKETING')}
          />
        )}
      </Field>
    </StartForm>
  )
}
