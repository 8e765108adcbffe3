import { useState } from 'react'
import { Copy, Ellipsis, Trash2 } from 'lucide-react'
import { t } from '../../messages/index.js'
import { archiveItem, useArchive } from '../../shared/archive/use-archive.js'
import { IconButton } from '../../ui/button.js'
import { Menu } from '../../ui/menu.js'
import { DeleteTemplateDialog } from './delete-template-dialog.js'
import type { Template } from './template-value.js'
import { useDuplicate } from './use-duplicate.js'

/** The actions on a template of the list. */
export function TemplateRowMenu({ template }: { template: Pick<Template, 'id' | 'name' | 'archived'> }) {
  const [isDeleting, setDeleting] = useState(false)
  const duplicate = useDuplicate()
  const archive = useArchive('template')
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} label={t.templates.actionsOf(template.name)} className="size-6" />}
        groups={[
          {
            items: [
              { label: t.templates.duplicate, icon: Copy, onSelect: () => void duplicate(template) },
              archiveItem(template, archive),
              { label: t.templates.delete, icon: Trash2, onSelect: () => setDeleting(true) },
            ],
          },
        ]}
      />
      <DeleteTemplateDialog isOpen={isDeleting} onClose={() => setDeleting(false)} template={template} />
    </>
  )
}
