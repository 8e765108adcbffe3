import { useState } from 'react'
import { call } from '../../../api/client.js'
import { t } from '../../../messages/index.js'
import { useProject } from '../../../session/project.js'
import { DateTimeField } from '../../../shared/date-time-field.js'
import { wordsFor } from '../../../shared/failure.js'
import { formatIn } from '../../../shared/zones.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { toast } from '../../../ui/toast.js'
import { keepCampaign } from '../campaign-cache.js'
import type { Campaign } from '../campaign.js'
import { FaultText } from '../../../ui/fault-text.js'

/** Reschedules a campaign. */
export function MoveDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { timezone } = useProject()
  const [at, setAt] = useState(campaign.scheduledFor)
  const { isBusy, fault, move } = useMove(campaign, onClose)
  const isPast = at !== null && new Date(at) <= new Date()
  return (
    <Dialog isOpen {...(isBusy ? {} : { onClose })} title={t.campaigns.moveTitle}>
      <div className="flex flex-col gap-4">
        <DateTimeField
          label={t.campaigns.sendAt}
          value={at}
          zone={timezone}
          onChange={setAt}
          fault={isPast ? t.campaigns.past : undefined}
        />
        <FaultText text={fault} />
        <Button
          variant="strong"
          isBusy={isBusy}
          disabled={at === null || isPast || at === campaign.scheduledFor}
          onClick={() => void (at !== null && move(at, timezone))}
        >
          {at === null ? t.campaigns.moveChoose : t.campaigns.moveAct(formatIn(at, timezone))}
        </Button>
      </div>
    </Dialog>
  )
}

function useMove({ id, projectId, updatedAt }: Campaign, onMoved: () => void) {
  const [state, setState] = useState<{ isBusy: boolean; fault: string | null }>({ isBusy: false, fault: null })
  const move = async (scheduledFor: string, zone: string): Promise<void> => {
    setState({ isBusy: true, fault: null })
    try {
      const body = { scheduledFor, ifUpdatedAt: updatedAt }
      await keepCampaign(await call('PUT /campaigns/:id', { projectId, params: { id }, body }))
      toast(t.campaigns.isMoved(formatIn(scheduledFor, zone)))
      onMoved()
    } catch (error) {
      setState({ isBusy: false, fault: wordsFor(error).message })
    }
  }
  return { ...state, move }
}
