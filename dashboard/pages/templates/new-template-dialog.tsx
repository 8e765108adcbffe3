import { Dialog } from '../../ui/dialog.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { t } from '../../messages/index.js'
import { lazyPart } from '../../shared/lazy-part.js'

const NewTemplateForm = lazyPart<{ onClose: () => void }, 'NewTemplateForm'>(
  () => import('./new-template-form.js'),
  'NewTemplateForm',
  <SkeletonRows rows={8} />,
)

/** Makes a template and opens its page. */
export function NewTemplateDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t.templates.create} at="wideDrawer">
      <NewTemplateForm onClose={onClose} />
    </Dialog>
  )
}
