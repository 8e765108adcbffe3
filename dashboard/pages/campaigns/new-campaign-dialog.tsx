import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/client.js'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { TemplatePicker } from '../../shared/template-picker.js'
import { FormFoot } from '../../shared/form-foot.js'
import { useSubmit } from '../../shared/use-submit.js'
import { useDeveloperDetails } from '../../session/developer-details.js'
import { useProjectId } from '../../session/project.js'
import { Dialog } from '../../ui/dialog.js'
import { Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'
import { forgetCampaigns } from './campaign-cache.js'
import { FIRST_BODY } from './composer/draft.js'
import { SenderField } from './composer/sender-field.js'

/** Asks for the required fields of a draft, creates it and opens it. */
export function NewCampaignDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t.campaigns.create} text={t.campaigns.newText}>
      <NewCampaignForm onClose={onClose} />
    </Dialog>
  )
}

function NewCampaignForm({ onClose }: { onClose: () => void }) {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const { from, setFrom, fromName } = useSender(projectId)
  const areDetailsShown = useDeveloperDetails()
  const [template, setTemplate] = useState<string | null>(null)
  const submission = useSubmit(async ({ name = '', subject = '' }) => {
    const content = await contentOf(projectId, template)
    const campaign = await call('POST /campaigns', {
      projectId,
      // The author chooses the audience: no campaign goes to all contacts by default.
      body: { name, subject, from, fromName, audienceType: null, ...content },
    })
    await forgetCampaigns(projectId)
    await navigate({ to: '/p/$projectId/campaigns/$campaignId', params: { projectId, campaignId: campaign.id } })
  })
  const { errors, onSubmit } = submission
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t.campaigns.name} hint={t.campaigns.nameHint} error={errors['name']}>
        {(ids) => <Input {...ids} name="name" required autoFocus autoComplete="off" />}
      </Field>
      <Field
        label={t.campaigns.subject}
        hint={areDetailsShown ? t.campaigns.subjectHint : undefined}
        error={errors['subject']}
      >
        {(ids) => <Input {...ids} name="subject" required autoComplete="off" />}
      </Field>
      <SenderField value={from} onChange={setFrom} error={errors['from']} />
      <TemplatePicker
        label={t.campaigns.startFrom}
        none={t.campaigns.startEmpty}
        value={template}
        onChange={setTemplate}
      />
      <FormFoot submission={submission} submit={t.campaigns.newAction} onCancel={onClose} />
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
