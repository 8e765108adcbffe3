import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { FormFoot } from '../../shared/form-foot.js'
import { useSubmit } from '../../shared/use-submit.js'
import { useProjectId } from '../../session/project.js'
import { Dialog } from '../../ui/dialog.js'
import { Field } from '../../ui/field.js'
import { Input, Select } from '../../ui/input.js'
import { SenderInput } from './sender-input.js'
import { refreshTemplates } from './template-cache.js'
import { MESSAGE_TYPES, type MessageType } from './template-value.js'

const TYPES = MESSAGE_TYPES.map((value) => ({ value, label: t.templates.types[value] }))
const FIRST_BODY = `<!doctype html>
<html>
  <body style="font-family: sans-serif; color: #222222">
    <p>Hello {{ firstName ?? there }},</p>
  </body>
</html>
`

/** Makes a template and opens its page. */
export function NewTemplateDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t.templates.create} text={t.templates.createText}>
      <Form onClose={onClose} />
    </Dialog>
  )
}

function Form({ onClose }: { onClose: () => void }) {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const submission = useSubmit(async ({ name = '', from = '', type }) => {
    const content = { subject: t.templates.firstSubject, body: FIRST_BODY }
    const body = { name, from, type: type as MessageType, ...content }
    const { id: templateId } = await call('POST /templates', { projectId, body })
    await refreshTemplates(projectId)
    await navigate({ to: '/p/$projectId/templates/$templateId', params: { projectId, templateId } })
  })
  const { errors, onSubmit } = submission
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t.templates.name} hint={t.templates.nameHint} error={errors['name']}>
        {(ids) => <Input {...ids} name="name" required autoFocus maxLength={255} autoComplete="off" />}
      </Field>
      <Field label={t.templates.from} hint={t.templates.fromHint} error={errors['from']}>
        {(ids) => <SenderInput {...ids} name="from" required />}
      </Field>
      <Field label={t.templates.type} error={errors['type']}>
        {(ids) => <Select {...ids} name="type" options={TYPES} />}
      </Field>
      <FormFoot submission={submission} submit={t.templates.create} onCancel={onClose} />
    </form>
  )
}
