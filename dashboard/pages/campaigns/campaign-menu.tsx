import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, LayoutTemplate, MailOpen, Trash2, Users } from 'lucide-react'
import { useCommands, type Command } from '../../commands/registry.js'
import { t } from '../../messages/index.js'
import { archiveItem, useArchive } from '../../shared/archive/use-archive.js'
import { Button } from '../../ui/button.js'
import { Menu } from '../../ui/menu.js'
import type { Campaign } from './campaign.js'
import { DeleteCampaignDialog, isDeletable } from './delete-campaign-dialog.js'
import { useDuplicate } from './use-duplicate.js'
import { useSaveAsTemplate } from './use-save-as-template.js'

/** The actions on a campaign beside those of its status. */
export function CampaignMenu({ campaign }: { campaign: Campaign }) {
  const { id, projectId, status } = campaign
  const [isDeleting, setDeleting] = useState(false)
  const navigate = useNavigate()
  const duplicate = useDuplicate(id)
  const saveAsTemplate = useSaveAsTemplate(id)
  const archive = useArchive('campaign')
  const actions = [
    { label: t.campaigns.duplicate, icon: Copy, onSelect: () => void duplicate() },
    { label: t.campaigns.saveAsTemplate, icon: LayoutTemplate, onSelect: () => void saveAsTemplate() },
    ...(status === 'SENT'
      ? [{ label: t.campaigns.resendUnopened, icon: MailOpen, onSelect: () => void duplicate('notOpened') }]
      : []),
    ...(status === 'CANCELLED'
      ? [{ label: t.campaigns.resendRest, icon: Users, onSelect: () => void duplicate('notReceived') }]
      : []),
    ...(isDeletable(campaign)
      ? [
          archiveItem(campaign, archive),
          { label: t.campaigns.deleteAction, icon: Trash2, onSelect: () => setDeleting(true) },
        ]
      : []),
  ]
  useActionCommands(actions)
  return (
    <>
      <Menu trigger={<Button icon={Ellipsis}>{t.campaigns.moreActions}</Button>} groups={[{ items: actions }]} />
      <DeleteCampaignDialog
        campaign={campaign}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onDeleted={() => navigate({ to: '/p/$projectId/campaigns', params: { projectId }, ignoreBlocker: true })}
      />
    </>
  )
}

/** Registers the actions of the menu in the palette too. */
function useActionCommands(actions: readonly { label: string; onSelect: () => void }[]): void {
  const titles = actions.map(({ label }) => label).join('\n')
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useCommands(
    useMemo((): Command[] => {
      return titles.split('\n').map((title) => ({
        id: `campaign ${title}`,
        title,
        group: 'page',
        run: () => latest.current.find(({ label }) => label === title)?.onSelect(),
      }))
    }, [titles]),
  )
}
