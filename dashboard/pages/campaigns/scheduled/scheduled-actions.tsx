import { useMemo, useState } from 'react'
import { getRouteApi } from '@tanstack/react-router'
import { CalendarClock, CalendarX, FilePen } from 'lucide-react'
import { call } from '../../../api/client.js'
import { useCommands, type Command } from '../../../commands/registry.js'
import { t } from '../../../messages/index.js'
import { describeError } from '../../../shared/failure.js'
import { Button } from '../../../ui/button.js'
import { ConfirmDialog } from '../../../ui/confirm-dialog.js'
import { toast } from '../../../ui/toast.js'
import { keepCampaign } from '../campaign-cache.js'
import type { Campaign } from '../campaign.js'
import { MoveDialog } from './move-dialog.js'

const route = getRouteApi('/p/$projectId/campaigns/$campaignId')

/** Reschedules, unschedules or edits a scheduled campaign. */
export function ScheduledActions({ campaign }: { campaign: Campaign }) {
  const [open, setOpen] = useState<'move' | 'unschedule' | null>(null)
  const navigate = route.useNavigate()
  const { id, projectId } = campaign
  const actions = useMemo(
    (): (Command & { icon: typeof FilePen })[] => [
      { id: 'move', title: t.campaigns.move, icon: CalendarClock, group: 'page', run: () => setOpen('move') },
      {
        id: 'unschedule',
        title: t.campaigns.unschedule,
        icon: CalendarX,
        group: 'page',
        run: () => setOpen('unschedule'),
      },
      {
        id: 'edit',
        title: t.campaigns.edit,
        icon: FilePen,
        group: 'page',
        run: () => void navigate({ search: { isEdited: true } }),
      },
    ],
    [navigate],
  )
  useCommands(actions)
  const unschedule = async (): Promise<void> => {
    await keepCampaign(await call('POST /campaigns/:id/unschedule', { projectId, params: { id } }))
    toast(t.campaigns.isUnscheduled)
  }
  return (
    <>
      {actions.map(({ id: name, title, icon, run }) => (
        <Button key={name} icon={icon} onClick={run}>
          {title}
        </Button>
      ))}
      {open === 'move' && <MoveDialog campaign={campaign} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        isOpen={open === 'unschedule'}
        onClose={() => setOpen(null)}
        title={t.campaigns.unscheduleTitle}
        text={t.campaigns.unscheduleText}
        action={t.campaigns.unschedule}
        isDangerous={false}
        onConfirm={unschedule}
        describeError={describeError}
      />
    </>
  )
}
