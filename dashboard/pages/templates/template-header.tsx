import { CircleCheck, CircleDot, Copy, Ellipsis, History, LoaderCircle, Send, Trash2 } from 'lucide-react'
import { t } from '../../messages/index.js'
import { archiveItem } from '../../shared/archive/use-archive.js'
import { useArchiveCommand } from '../../shared/archive/use-archive-command.js'
import { useProjectId } from '../../session/project.js'
import { StatusBadge } from '../../ui/badge.js'
import { Button, IconButton } from '../../ui/button.js'
import { TextLink } from '../../ui/link.js'
import { Menu } from '../../ui/menu.js'
import { PageHeader } from '../../ui/panel.js'
import { useHistory } from './history/use-history.js'
import { SaveTemplate } from './save-template.js'
import type { Template } from './template-value.js'
import { useDuplicate } from './use-duplicate.js'
import type { TemplateEditing } from './use-template-editor.js'

interface TemplateHeaderProps {
  template: Template
  editing: TemplateEditing
  onTest: () => void
  onDelete: () => void
}

/** The name of a template, whether it is saved, and its actions. */
export function TemplateHeader({ template, editing, onTest, onDelete }: TemplateHeaderProps) {
  const projectId = useProjectId()
  const duplicate = useDuplicate()
  const history = useHistory()
  const archive = useArchiveCommand('template', template)
  const { edited } = editing
  return (
    <PageHeader title={edited.value.name || template.name} note={<SaveState editing={editing} />}>
      <TextLink to="/p/$projectId/templates" params={{ projectId }}>
        {t.templates.back}
      </TextLink>
      <Button icon={Send} onClick={onTest}>
        {t.templates.test}
      </Button>
      <IconButton icon={History} label={t.templateHistory.open} onClick={history.open} />
      <SaveTemplate editing={editing} />
      <Menu
        trigger={<IconButton icon={Ellipsis} label={t.templates.actionsOf(template.name)} />}
        groups={[
          {
            items: [
              { label: t.templates.duplicate, icon: Copy, onSelect: () => void duplicate(template) },
              archiveItem(template, archive),
              { label: t.templates.delete, icon: Trash2, onSelect: onDelete },
            ],
          },
        ]}
      />
    </PageHeader>
  )
}

function SaveState({ editing: { edited, isSaving } }: { editing: TemplateEditing }) {
  if (isSaving) return <StatusBadge tone="muted" icon={LoaderCircle} label={t.templates.saving} />
  if (edited.isChanged) return <StatusBadge tone="warn" icon={CircleDot} label={t.templates.unsaved} />
  return <StatusBadge tone="good" icon={CircleCheck} label={t.templates.saved} />
}
