import { t } from '../../messages/index.js'
import { lazyPart } from '../../shared/lazy-part.js'
import { Dialog } from '../../ui/dialog.js'
import { SkeletonRows } from '../../ui/skeleton.js'

const NewCampaignForm = lazyPart<{ onClose: () => void }, 'NewCampaignForm'>(
  () => import('./new-campaign-form.js'),
  'NewCampaignForm',
  <SkeletonRows rows={8} />,
)

/** Makes a draft and opens it. */
export function NewCampaignDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t.campaigns.create} text={t.campaigns.newText} at="wideDrawer">
      <NewCampaignForm onClose={onClose} />
    </Dialog>
  )
}
