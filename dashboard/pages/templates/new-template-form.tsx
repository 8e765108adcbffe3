import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { contentOf, type Start } from '../../shared/start-gallery/start.js'
import { StartForm } from '../../shared/start-gallery/start-form.js'
import { startersQuery } from '../../shared/start-gallery/starters-query.js'
import { useSubmit } from '../../shared/use-submit.js'
import { useProjectId } from '../../session/project.js'
import { Field } from '../../ui/field.js'
import { Input, Select } from '../../ui/input.js'
import { SenderInput } from './sender-input.js'
import { refreshTemplates } from './template-cache.js'
import { MESSAGE_TYPES, type MessageType } from './template-value.js'

const TYPES = MESSAGE_TYPES.map((value) => ({ value, label: t.templates.types[value] }))

/** Asks for the start, the name and the sender of a template, creates it and opens its page. */
export function NewTemplateForm() {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const [start, setStart] = useState<Start>({ kind: 'blank' })
  const [typed, setType] = useState<MessageType | null>(null)
  const { data: starters } = useQuery(startersQuery(projectId))
  const suggested = start.kind === 'starter' ? starters?.find(({ id }) => id === start.id)?.type : undefined
  const type = typed ?? suggested ?? 'MARKETING'
  const { isBusy, errors, message, onSubmit } = useSubmit(async ({ name = '', from = '' }) => {
    const { content, subject = t.templates.firstSubject } = await contentOf(start, starters ?? [], projectId)
    const { id: templateId } = await call('POST /templates', {
      projectId,
      body: { name, from, type, subject, ...content },
    })
    await refreshTemplates(projectId)
    await navigate({ to: '/p/$projectId/templates/$templateId', params: { projectId, templateId } })
  })
  return (
    <StartForm
      start={start}
      onStart={setStart}
      starters={starters}
      action={t.templates.create}
      isBusy={isBusy}
      message={message}
      onSubmit={onSubmit}
    >
      <Field label={t.templates.name} hint={t.templates.nameHint} error={errors['name']}>
        {(ids) => <Input {...ids} name="name" required autoFocus maxLength={255} autoComplete="off" />}
      </Field>
      <Field label={t.templates.from} hint={t.templates.fromHint} error={errors['from']}>
        {(ids) => <SenderInput {...ids} name="from" required />}
      </Field>
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
