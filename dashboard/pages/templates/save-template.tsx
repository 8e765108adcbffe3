import { Save } from 'lucide-react'
import { t } from '../../messages/index.js'
import { Button } from '../../ui/button.js'
import type { TemplateEditing } from './use-template-editor.js'

/** The button that saves a template; the page says by itself why it was not saved. */
export function SaveTemplate({ editing: { edited, isSaving, save } }: { editing: TemplateEditing }) {
  return (
    <Button
      variant="strong"
      icon={Save}
      isBusy={isSaving}
      disabled={!edited.isChanged}
      onClick={() => void save().catch(() => undefined)}
    >
      {t.templates.save}
    </Button>
  )
}
