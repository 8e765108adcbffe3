import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../messages/index.js'
import { configQuery } from '../../session/user.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Field } from '../../ui/field.js'
import { Input, Select } from '../../ui/input.js'
import { languageName } from '../../shared/language-name.js'
import { isLanguageTag } from './template-value.js'

/** The existing languages, and the callbacks of the dialog. */
export interface AddLanguageDialogProps {
  onClose: () => void
  /** The existing languages. */
  taken: readonly string[]
  onAdd: (language: string) => void
}

const OTHER = ''

/** Chooses the language of a further translation: one of the installation, or any other by its tag. */
export function AddLanguageDialog({ onClose, ...rest }: AddLanguageDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title={t.templates.addLanguageTitle} text={t.templates.addLanguageText}>
      <Form {...rest} />
    </Dialog>
  )
}

function Form({ taken, onAdd }: Pick<AddLanguageDialogProps, 'taken' | 'onAdd'>) {
  const { data: config } = useQuery(configQuery)
  const free = (config?.languages ?? []).filter((tag) => !taken.includes(tag))
  const [chosen, setChosen] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const choice = chosen ?? free[0] ?? OTHER
  const language = choice === OTHER ? typed.trim() : choice
  const isTaken = taken.some((tag) => tag.toLowerCase() === language.toLowerCase())
  const error = isTaken ? t.templates.tagTaken : isLanguageTag(language) ? undefined : t.templates.tagError
  const options = [
    ...free.map((tag) => ({ value: tag as string, label: languageName(tag) })),
    { value: OTHER, label: t.templates.otherLanguage },
  ]
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (error === undefined) onAdd(language)
      }}
    >
      <Field label={t.templates.language}>
        {(ids) => (
          <Select {...ids} options={options} value={choice} onChange={({ target }) => setChosen(target.value)} />
        )}
      </Field>
      {choice === OTHER && (
        <Field label={t.templates.tag} hint={t.templates.tagHint} error={typed === '' ? undefined : error}>
          {(ids) => (
            <Input
              {...ids}
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
      )}
      <div className="flex justify-end">
        <Button type="submit" variant="strong" disabled={error !== undefined}>
          {t.templates.add}
        </Button>
      </div>
    </form>
  )
}
