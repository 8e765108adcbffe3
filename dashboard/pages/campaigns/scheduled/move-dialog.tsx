import { useState } from 'react'
import { call } from '../../../api/client.js'
import { t } from '../../../messages/index.js'
import { useProject } from '../../../session/project.js'
import { DateTimeField } from '../../../shared/date-time-field.js'
import { describeError } from '../../../shared/failure.js'
import { formatIn } from '../../../shared/zones.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { toast } from '../../../ui/toast.js'
import { keepCampaign } from '../campaign-cache.js'
import type { Campaign } from '../campaign.js'
import { ErrorText } from '../../../ui/error-text.js'

/** Reschedules a campaign. */
export function MoveDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { timezone } = useProject()
  const [at, setAt] = useState(campaign.scheduledFor)
  const { isBusy, errorMessage, move } = useMove(campaign, onClose)
  const isPast = at !== null && new Date(at) <= new Date()
  return (
    <Dialog isOpen {...(isBusy ? {} : { onClose })} title={t.campaigns.moveTitle}>
      <div className="flex flex-col gap-4">
        <DateTimeField
          label={t.campaigns.sendAt}
          value={at}
          zone={timezone}
          onChange={setAt}
          error={isPast ? t.campaigns.past : undefined}
        />
        <ErrorText text={errorMessage} />
        <Button
          variant="strong"
          isBusy={isBusy}
          disabled={at === null || isPast || at === campaign.scheduledFor}
          onClick={() => void (at !== null && move(at, timezone))}
        >
          {at === null ? t.campaigns.moveChoose : t.campaigns.moveAction(formatIn(at, timezone))}
        </Button>
      </div>
    </Dialog>
  )
}

function useMove({ id, projectId, updatedAt }: Campaign, onMoved: () => void) {
  const [state, setState] = useState<{ isBusy: boolean; errorMessage: string | null }>({
    isBusy: false,
    errorMessage: null,
  })
  const move = async (scheduledFor: string, zone: string): Promise<void> => {
    setState({ isBusy: true, errorMessage: null })
    try {
      const body = { scheduledFor, ifUpdatedAt: updatedAt }
      await keepCampaign(await call('PUT /campaigns/:id', { projectId, params: { id }, body }))
      toast(t.campaigns.isMoved(formatIn(scheduledFor, zone)))
      onMoved()
    } catch (error) {
      setState({ isBusy: false, errorMessage: describeError(error).message })
    }
  }
  return { ...state, move }
}
