import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/client.js'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { useSubmit } from '../../shared/use-submit.js'
import { useProjectId } from '../../session/project.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Field } from '../../ui/field.js'
import { Input, Select } from '../../ui/input.js'
import { forgetCampaigns } from './campaign-cache.js'
import { FIRST_BODY } from './composer/draft.js'
import { SenderField } from './composer/sender-field.js'

const TEMPLATES = 100

/** Asks for what a draft cannot do without, and opens it. */
export function NewCampaignDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t.campaigns.newTitle} text={t.campaigns.newText}>
      <NewCampaignForm />
    </Dialog>
  )
}

function NewCampaignForm() {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const { from, setFrom, fromName, templates } = useBeginnings(projectId)
  const { isBusy, faults, message, onSubmit } = useSubmit(async ({ name = '', subject = '', template = '' }) => {
    const copied = templates.find(({ id }) => id === template)
    const content = copied ? { body: copied.body, type: copied.type } : { body: FIRST_BODY }
    const audienceType = 'ALL' as const
    const campaign = await call('POST /campaigns', {
      projectId,
      body: { name, subject, from, fromName, audienceType, ...content },
    })
    await forgetCampaigns(projectId)
    await navigate({ to: '/p/$projectId/campaigns/$campaignId', params: { projectId, campaignId: campaign.id } })
  })
  const options = templates.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t.campaigns.name} hint={t.campaigns.nameHint} fault={faults['name']}>
        {(ids) => <Input {...ids} name="name" required autoFocus autoComplete="off" />}
      </Field>
      <Field label={t.campaigns.subject} hint={t.campaigns.subjectHint} fault={faults['subject']}>
        {(ids) => <Input {...ids} name="subject" required autoComplete="off" />}
      </Field>
      <SenderField value={from} onChange={setFrom} fault={faults['from']} />
      <Field label={t.campaigns.startFrom}>
        {(ids) => (
          <Select {...ids} name="template" options={[{ value: '', label: t.campaigns.startEmpty }, ...options]} />
        )}
      </Field>
      {message !== null && (
        <p role="alert" className="text-bad">
          {message}
        </p>
      )}
      <Button type="submit" look="strong" isBusy={isBusy}>
        {t.campaigns.newAct}
      </Button>
    </form>
  )
}

/** What a new campaign begins with: the sender of the newest one, and the templates to copy from. */
function useBeginnings(projectId: string) {
  const [typed, setFrom] = useState<string | null>(null)
  const { data: newest } = useQuery(read('GET /campaigns', { projectId, query: { pageSize: 1 } }))
  const { data: templates } = useQuery(
    read('GET /templates', { projectId, query: { pageSize: TEMPLATES, sort: 'name', dir: 'asc' } }),
  )
  const last = newest?.data[0]
  return {
    from: typed ?? last?.from ?? '',
    setFrom,
    fromName: last?.fromName ?? null,
    templates: templates?.data ?? [],
  }
}
