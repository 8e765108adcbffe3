import { useMemo, useState } from 'react'
import { CircleX, Pause, Play } from 'lucide-react'
import { call } from '../../../api/client.js'
import { useCommands, type Command } from '../../../commands/registry.js'
import { formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { describeError } from '../../../shared/failure.js'
import { useRefusal } from '../../../shared/use-refusal.js'
import { Button } from '../../../ui/button.js'
import { ConfirmDialog } from '../../../ui/confirm-dialog.js'
import { keepCampaign } from '../campaign-cache.js'
import { resolvedOf, shownStatus, type Campaign } from '../campaign.js'

type Action = 'pause' | 'resume' | 'cancel'
type Counts = Pick<Campaign, 'totalRecipients' | 'sentCount' | 'failedCount' | 'skippedCount'>

const ENDPOINTS = {
  pause: 'POST /campaigns/:id/pause',
  resume: 'POST /campaigns/:id/resume',
  cancel: 'POST /campaigns/:id/cancel',
} as const

/** Pause, resume and cancel. Each says first what happens to sent emails and to the remaining recipients. */
export function SendingActions({ campaign, counts }: { campaign: Campaign; counts: Counts }) {
  const [asked, setAsked] = useState<Action | null>(null)
  const isPaused = shownStatus(campaign) === 'PAUSED'
  const refusal = useRefusal()
  const { id, projectId } = campaign
  useCommands(
    useMemo((): Command[] => {
      const toggle = isPaused
        ? { id: 'resume', title: t.campaigns.resume, run: () => setAsked('resume') }
        : { id: 'pause', title: t.campaigns.pause, run: () => setAsked('pause') }
      const cancel = { id: 'cancel', title: t.campaigns.cancelSending, run: () => setAsked('cancel') }
      return [
        { ...toggle, group: 'page', keys: 'p' },
        { ...cancel, group: 'page' },
      ]
    }, [isPaused]),
  )
  const texts = asked === null ? null : textsOf(asked, counts)
  const perform = async (): Promise<void> => {
    if (asked !== null) await keepCampaign(await call(ENDPOINTS[asked], { projectId, params: { id } }))
  }
  return (
    <>
      {isPaused ? (
        <Button variant="strong" icon={Play} {...refusal} onClick={() => setAsked('resume')}>
          {t.campaigns.resume}
        </Button>
      ) : (
        <Button icon={Pause} onClick={() => setAsked('pause')}>
          {t.campaigns.pause}
        </Button>
      )}
      <Button variant="danger" icon={CircleX} onClick={() => setAsked('cancel')}>
        {t.campaigns.cancelSending}
      </Button>
      {texts && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsked(null)}
          {...texts}
          isDangerous={asked === 'cancel'}
          onConfirm={perform}
          describeError={describeError}
        />
      )}
    </>
  )
}

function textsOf(action: Action, counts: Counts): { title: string; text: string; action: string } {
  const done = resolvedOf(counts)
  const left = formatNumber(Math.max(0, counts.totalRecipients - done))
  const texts = {
    pause: { title: t.campaigns.pauseTitle, text: t.campaigns.pauseText, action: t.campaigns.pause },
    resume: { title: t.campaigns.resumeTitle, text: t.campaigns.resumeText(left), action: t.campaigns.resume },
    cancel: {
      title: t.campaigns.cancelTitle,
      text: t.campaigns.cancelText(formatNumber(done), left),
      action: t.campaigns.cancelSending,
    },
  }
  return texts[action]
}
