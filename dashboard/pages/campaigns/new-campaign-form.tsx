import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/client.js'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { contentOf, type Start } from '../../shared/start-gallery/start.js'
import { StartForm } from '../../shared/start-gallery/start-form.js'
import { startersQuery } from '../../shared/start-gallery/starters-query.js'
import { useSubmit } from '../../shared/use-submit.js'
import { useProjectId } from '../../session/project.js'
import { Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'
import { forgetCampaigns } from './campaign-cache.js'
import { SenderField } from './composer/sender-field.js'

/** Asks for the start and the required fields of a draft, creates it and opens it. */
export function NewCampaignForm() {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const { from, setFrom, fromName } = useSender(projectId)
  const [start, setStart] = useState<Start>({ kind: 'blank' })
  const { data: starters } = useQuery(startersQuery(projectId))
  const { isBusy, errors, message, onSubmit } = useSubmit(async ({ name = '', subject = '' }) => {
    const { content, type } = await contentOf(start, starters ?? [], projectId)
    const body = { name, subject, from, fromName, audienceType: 'ALL' as const, ...(type ? { type } : {}), ...content }
    const campaign = await call('POST /campaigns', { projectId, body })
    await forgetCampaigns(projectId)
    await navigate({ to: '/p/$projectId/campaigns/$campaignId', params: { projectId, campaignId: campaign.id } })
  })
  return (
    <StartForm
      start={start}
      onStart={setStart}
      starters={starters}
      action={t.campaigns.newAction}
      isBusy={isBusy}
      message={message}
      onSubmit={onSubmit}
    >
      <Field label={t.campaigns.name} hint={t.campaigns.nameHint} error={errors['name']}>
        {(ids) => <Input {...ids} name="name" required autoFocus autoComplete="off" />}
      </Field>
      <Field label={t.campaigns.subject} hint={t.campaigns.subjectHint} error={errors['subject']}>
        {(ids) => <Input {...ids} name="subject" required autoComplete="off" />}
      </Field>
      <SenderField value={from} onChange={setFrom} error={errors['from']} />
    </StartForm>
  )
}

/** The sender of the newest campaign, until the user types another one. */
function useSender(projectId: string) {
  const [typed, setFrom] = useState<string | null>(null)
  const { data: newest } = useQuery(read('GET /campaigns', { projectId, query: { pageSize: 1 } }))
  const last = newest?.data[0]
  return { from: typed ?? last?.from ?? '', setFrom, fromName: last?.fromName ?? null }
}
