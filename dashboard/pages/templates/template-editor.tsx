import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useCommands } from '../../commands/registry.js'
import { t } from '../../messages/index.js'
import { ArchivedBanner } from '../../shared/archive/archived-banner.js'
import { ContentEditor } from '../../shared/content-editor/content-editor.js'
import { previousDesignOf, storedDraft } from '../../shared/content-editor/message-draft.js'
import type { TestMailDialogProps } from '../../shared/content-editor/test-mail-dialog.js'
import { lazyPart, useLoadAhead } from '../../shared/lazy-part.js'
import { RestoredBanner } from '../../shared/restored-banner.js'
import { Unsaved } from '../../shared/unsaved.js'
import { useProjectId } from '../../session/project.js'
import type { DeleteTemplateDialogProps } from './delete-template-dialog.js'
import { TemplateHistory } from './history/template-history.js'
import { LanguageBar } from './language-bar.js'
import { errorsOf, SaveError } from './save-error.js'
import { TemplateDetails } from './template-details.js'
import { TemplateHeader } from './template-header.js'
import type { Template } from './template-value.js'
import { useShown } from './use-shown.js'
import { useTemplateEditor, type TemplateEditing } from './use-template-editor.js'

const TestMailDialog = lazyPart<TestMailDialogProps, 'TestMailDialog'>(
  () => import('../../shared/content-editor/test-mail-dialog.js'),
  'TestMailDialog',
)
const StaleTemplate = lazyPart<{ editing: TemplateEditing; theirs: Template }, 'StaleTemplate'>(
  () => import('./stale-template.js'),
  'StaleTemplate',
)
const DeleteTemplateDialog = lazyPart<DeleteTemplateDialogProps, 'DeleteTemplateDialog'>(
  () => import('./delete-template-dialog.js'),
  'DeleteTemplateDialog',
)
const LATER = [TestMailDialog, StaleTemplate, DeleteTemplateDialog]

/** Writes a template in its languages, beside what a recipient gets of it. */
export function TemplateEditor({ template }: { template: Template }) {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const editing = useTemplateEditor(template)
  const { edited, error, theirs } = editing
  const { value, change } = edited
  const stored = useMemo(() => storedDraft(template), [template])
  const [open, setOpen] = useState<'none' | 'test' | 'delete'>('none')
  const close = (): void => setOpen('none')
  const { language, shownTo, setShownTo } = useShown()
  const written = language !== null && value.translations?.[language] ? language : null
  useSaveCommand(editing.save)
  useLoadAhead(LATER)
  return (
    <>
      <TemplateHeader
        template={template}
        editing={editing}
        onTest={() => setOpen('test')}
        onDelete={() => setOpen('delete')}
      />
      <ArchivedBanner kind="template" record={template} />
      <RestoredBanner edited={edited} />
      {theirs === null && error !== null && <SaveError error={error} />}
      <TemplateDetails
        value={value}
        errors={errorsOf(error)}
        onChange={(part) => change((now) => ({ ...now, ...part }))}
      />
      <LanguageBar value={value} current={written} onChange={change} />
      <ContentEditor
        draft={value}
        language={written}
        shownTo={shownTo}
        onShownTo={setShownTo}
        stored={stored}
        previousDesign={previousDesignOf(template)}
        onChange={({ subject, body, design, mjml, translations = null }) =>
          change((now) => ({ ...now, subject, body, design, mjml, translations }))
        }
      />
      {open === 'test' && <TestMailDialog onClose={close} draft={value} language={written} shownTo={shownTo ?? {}} />}
      {open === 'delete' && (
        <DeleteTemplateDialog
          isOpen
          onClose={close}
          template={template}
          onDeleted={() => {
            edited.discard()
            void navigate({ to: '/p/$projectId/templates', params: { projectId }, ignoreBlocker: true })
          }}
        />
      )}
      <TemplateHistory template={template} editing={editing} />
      {theirs !== null && <StaleTemplate editing={editing} theirs={theirs} />}
      <Unsaved isUnsaved={edited.isChanged} onSave={editing.save} onDiscard={edited.discard} />
    </>
  )
}

/** Saves by Ctrl-S; why it was not saved is said on the page. */
function useSaveCommand(save: () => Promise<void>): void {
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useCommands(
    useMemo(() => {
      const run = (): void => void latest.current().catch(() => undefined)
      return [{ id: 'save', title: t.templates.save, group: 'page', keys: 'mod+s', run }]
    }, []),
  )
}
