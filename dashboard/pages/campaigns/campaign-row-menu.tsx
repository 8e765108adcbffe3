import { useState } from 'react'
import { Copy, Ellipsis, Trash2 } from 'lucide-react'
import { t } from '../../messages/index.js'
import { archiveItem, useArchive } from '../../shared/archive/use-archive.js'
import { IconButton } from '../../ui/button.js'
import { Menu } from '../../ui/menu.js'
import type { ListedCampaign } from './campaign.js'
import { DeleteCampaignDialog, isDeletable } from './delete-campaign-dialog.js'
import { useDuplicate } from './use-duplicate.js'

/** The actions on a campaign of the list. */
export function CampaignRowMenu({ campaign }: { campaign: ListedCampaign }) {
  const [isDeleting, setDeleting] = useState(false)
  const duplicate = useDuplicate(campaign.id)
  const archive = useArchive('campaign')
  const items = [
    { label: t.campaigns.duplicate, icon: Copy, onSelect: () => void duplicate() },
    ...(isDeletable(campaign)
      ? [
          archiveItem(campaign, archive),
          { label: t.campaigns.deleteAction, icon: Trash2, onSelect: () => setDeleting(true) },
        ]
      : []),
  ]
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} label={t.campaigns.actionsOf(campaign.name)} className="-my-1" />}
        groups={[{ items }]}
      />
      <DeleteCampaignDialog campaign={campaign} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </>
  )
}
