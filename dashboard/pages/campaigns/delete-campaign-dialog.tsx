import { call } from '../../api/client.js'
import { queryClient } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { describeError } from '../../shared/failure.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { toast } from '../../ui/toast.js'
import { campaignQueryOf, forgetCampaigns } from './campaign-cache.js'
import type { Campaign } from './campaign.js'

/** Whether a campaign can be deleted: a scheduled or sending one has to be stopped first. */
export function isDeletable({ status }: Pick<Campaign, 'status'>): boolean {
  return status !== 'SCHEDULED' && status !== 'SENDING'
}

interface DeleteCampaignDialogProps {
  campaign: Pick<Campaign, 'id' | 'projectId' | 'name' | 'status'>
  isOpen: boolean
  onClose: () => void
  /** Called before the campaign disappears from this page. */
  onDeleted?: () => Promise<void>
}

/** Asks before a campaign is deleted, and says what is deleted with it. */
export function DeleteCampaignDialog({ campaign, isOpen, onClose, onDeleted }: DeleteCampaignDialogProps) {
  const { id, projectId, name, status } = campaign
  const remove = async (): Promise<void> => {
    await call('DELETE /campaigns/:id', { projectId, params: { id } })
    await onDeleted?.()
    queryClient.removeQueries({ queryKey: campaignQueryOf(projectId, id).queryKey })
    await forgetCampaigns(projectId)
    toast(t.campaigns.deleted)
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.campaigns.deleteTitle(name)}
      text={status === 'DRAFT' ? t.campaigns.deleteDraftText : t.campaigns.deleteText}
      action={t.campaigns.deleteAction}
      onConfirm={remove}
      describeError={describeError}
      {...(status === 'DRAFT' ? {} : { nameToType: name })}
    />
  )
}
