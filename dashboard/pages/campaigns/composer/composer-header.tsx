import { getRouteApi } from '@tanstack/react-router'
import { MailCheck, Save, Send } from 'lucide-react'
import { t } from '../../../messages/index.js'
import { Banner } from '../../../ui/banner.js'
import { Button } from '../../../ui/button.js'
import { PageHeader } from '../../../ui/panel.js'
import { CampaignMenu } from '../campaign-menu.js'
import { CampaignStatus } from '../campaign-status.js'
import type { Campaign } from '../campaign.js'
import { SaveState } from './save-state.js'
import type { Autosave } from './use-autosave.js'

interface ComposerHeaderProps {
  campaign: Campaign
  /** The name in the field. */
  name: string
  autosave: Autosave
  onAction: () => void
  onTest: () => void
}

const route = getRouteApi('/p/$projectId/campaigns/$campaignId')

/** The name of the edited campaign, the state of saving, and the button to the next step. */
export function ComposerHeader({ campaign, name, autosave, onAction, onTest }: ComposerHeaderProps) {
  const navigate = route.useNavigate()
  const isDraft = campaign.status === 'DRAFT'
  const note = (
    <span className="inline-flex flex-wrap items-center gap-x-4">
      <CampaignStatus campaign={campaign} />
      <SaveState autosave={autosave} />
    </span>
  )
  return (
    <>
      <PageHeader title={name.trim() || campaign.name} note={note}>
        <CampaignMenu campaign={campaign} />
        <Button icon={MailCheck} onClick={onTest}>
          {t.campaigns.test}
        </Button>
        <Button
          variant="strong"
          icon={isDraft ? Send : Save}
          disabled={isDraft && campaign.archived}
          onClick={onAction}
        >
          {isDraft ? t.campaigns.review : t.campaigns.saveChanges}
        </Button>
      </PageHeader>
      {!isDraft && (
        <Banner
          kind="warn"
          title={t.campaigns.editing}
          action={<Button onClick={() => void navigate({ search: {} })}>{t.campaigns.stopEditing}</Button>}
        >
          {t.campaigns.editingText}
        </Banner>
      )}
    </>
  )
}
