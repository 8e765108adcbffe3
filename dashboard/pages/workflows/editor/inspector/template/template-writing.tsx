import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { writtenKey } from '../../../../../commands/key-sequence.js'
import { t } from '../../../../../messages/index.js'
import { SaveError } from '../../../../templates/save-error.js'
import { SaveTemplate } from '../../../../templates/save-template.js'
import { StaleTemplate } from '../../../../templates/stale-template.js'
import { languagesOf, type Template } from '../../../../templates/template-value.js'
import { useTemplateEditor } from '../../../../templates/use-template-editor.js'
import { ContentEditor } from '../../../../../shared/content-editor/content-editor.js'
import { previousDesignOf, storedDraft, type ShownTo } from '../../../../../shared/content-editor/message-draft.js'
import { languageName } from '../../../../../shared/language-name.js'
import { RestoredBanner } from '../../../../../shared/restored-banner.js'
import { Field } from '../../../../../ui/field.js'
import { Select } from '../../../../../ui/input.js'

const MAIN = ''
const NOBODY: ShownTo = { contactId: null, data: null }

/**
 * Edits a template, and saves it unless another user has saved it meanwhile. Unsaved changes stay in this browser, as
 * on the page of the template.
 */
export function TemplateWriting({ template }: { template: Template }) {
  const editing = useTemplateEditor(template)
  const { edited, error, theirs, isSaving, save } = editing
  const { value, change } = edited
  const stored = useMemo(() => storedDraft(template), [template])
  const [shownTo, setShownTo] = useState(NOBODY)
  const [chosen, setChosen] = useState(MAIN)
  const languages = languagesOf(value)
  const language = languages.includes(chosen) ? chosen : null
  useSaveKey(save)
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-end justify-end gap-3">
        {languages.length > 0 && (
          <div className="w-48">
            <Field label={t.templates.languages}>
              {(ids) => (
                <Select
                  {...ids}
                  options={[
                    { value: MAIN, label: t.templates.mainLanguage },
                    ...languages.map((one) => ({ value: one, label: languageName(one) })),
                  ]}
                  value={language ?? MAIN}
                  onChange={({ target }) => setChosen(target.value)}
                />
              )}
            </Field>
          </div>
        )}
        <p role="status" className="py-1.5 text-muted">
          {isSaving ? t.templates.saving : edited.isChanged ? t.templates.unsaved : t.templates.saved}
        </p>
        <SaveTemplate editing={editing} />
      </div>
      <RestoredBanner edited={edited} />
      {theirs === null && error !== null && <SaveError error={error} />}
      <ContentEditor
        draft={value}
        language={language}
        shownTo={shownTo}
        onShownTo={setShownTo}
        stored={stored}
        previousDesign={previousDesignOf(template)}
        scope="workflow"
        onChange={({ subject, body, design, mjml, translations = null }) =>
          change((now) => ({ ...now, subject, body, design, mjml, translations }))
        }
      />
      {theirs !== null && <StaleTemplate editing={editing} theirs={theirs} />}
    </div>
  )
}

/**
 * Ctrl-S saves the template while its drawer is open and publishes no workflow: this handler runs before the commands.
 */
function useSaveKey(save: () => Promise<void>): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (writtenKey(event) !== 'mod+s') return
    event.preventDefault()
    void save().catch(() => undefined)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
