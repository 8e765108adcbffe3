import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/client.js'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { TemplatePicker } from '../../shared/template-picker.js'
import { useSubmit } from '../../shared/use-submit.js'
import { useProjectId } from '../../session/project.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'
import { forgetCampaigns } from './campaign-cache.js'
import { FIRST_BODY } from './composer/draft.js'
import { SenderField } from './composer/sender-field.js'
import { ErrorText } from '../../ui/error-text.js'

/** Asks for the required fields of a draft, creates it and opens it. */
export function NewCampaignDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t.campaigns.create} text={t.campaigns.newText}>
      <NewCampaignForm />
    </Dialog>
  )
}

function NewCampaignForm() {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const { from, setFrom, fromName } = useSender(projectId)
  const [template, setTemplate] = useState<string | null>(null)
  const { isBusy, errors, message, onSubmit } = useSubmit(async ({ name = '', subject = '' }) => {
    const content = await contentOf(projectId, template)
    const campaign = await call('POST /campaigns', {
      projectId,
      // The author chooses the audience: no campaign goes to all contacts by default.
      body: { name, subject, from, fromName, audienceType: null, ...content },
    })
    await forgetCampaigns(projectId)
    await navigate({ to: '/p/$projectId/campaigns/$campaignId', params: { projectId, campaignId: campaign.id } })
  })
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t.campaigns.name} hint={t.campaigns.nameHint} error={errors['name']}>
        {(ids) => <Input {...ids} name="name" required autoFocus autoComplete="off" />}
      </Field>
      <Field label={t.campaigns.subject} hint={t.campaigns.subjectHint} error={errors['subject']}>
        {(ids) => <Input {...ids} name="subject" required autoComplete="off" />}
      </Field>
      <SenderField value={from} onChange={setFrom} error={errors['from']} />
      <TemplatePicker
        label={t.campaigns.startFrom}
        none={t.campaigns.startEmpty}
        value={template}
        onChange={setTemplate}
      />
      <ErrorText text={message} />
      <Button type="submit" variant="strong" isBusy={isBusy}>
        {t.campaigns.newAction}
      </Button>
    </form>
  )
}

/** The sender of the newest campaign, until the user types another one. */
function useSender(projectId: string) {
  const [typed, setFrom] = useState<string | null>(null)
  const { data: newest } = useQuery(read('GET /campaigns', { projectId, query: { pageSize: 1 } }))
  const last = newest?.data[0]
  return { from: typed ?? last?.from ?? '', setFrom, fromName: last?.fromName ?? null }
}

/** The first content of a new campaign: a template, or an empty message. */
async function contentOf(projectId: string, template: string | null) {
  if (template === null) return { body: FIRST_BODY }
  const { body, type } = await call('GET /templates/:id', { projectId, params: { id: template } })
  return { body, type }
}
