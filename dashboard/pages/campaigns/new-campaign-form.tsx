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
import { useDeveloperDetails } from '../../session/developer-details.js'
import { useProjectId } from '../../session/project.js'
import { Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'
import { forgetCampaigns } from './campaign-cache.js'

/** Asks for the start and the required fields of a draft, creates it and opens it. */
export function NewCampaignForm({ onClose }: { onClose: () => void }) {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const { from, setFrom, fromName } = useNewSender(projectId)
  const areDetailsShown = useDeveloperDetails()
  const [start, setStart] = useState<Start>({ kind: 'blank' })
  const starters = useStarters()
  const submission = useSubmit(async ({ name = '', subject = '' }) => {
    const { content, type } = await contentOf(start, starters.language, projectId)
    // The author chooses the audience: no campaign goes to all contacts by default.
    const body = { name, subject, from, fromName, audienceType: null, ...(type ? { type } : {}), ...content }
    const campaign = await call('POST /campaigns', { projectId, body })
    await forgetCampaigns(projectId)
    await navigate({ to: '/p/$projectId/campaigns/$campaignId', params: { projectId, campaignId: campaign.id } })
  })
  const { errors } = submission
  return (
    <StartForm
      start={start}
      onStart={setStart}
      starters={starters}
      action={t.campaigns.newAction}
      submission={submission}
      onCancel={onClose}
    >
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
    </StartForm>
  )
}
