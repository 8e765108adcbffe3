import { useState } from 'react'
import { Languages, X } from 'lucide-react'
import { getRouteApi } from '@tanstack/react-router'
import { t } from '../../messages/index.js'
import { Button } from '../../ui/button.js'
import { LinkTabs } from '../../ui/tabs.js'
import { toast } from '../../ui/toast.js'
import type { AddLanguageDialogProps } from './add-language-dialog.js'
import { languageName } from '../../shared/language-name.js'
import { lazyPart } from '../../shared/lazy-part.js'
import { gapsOf, languagesOf, withLanguage, withoutLanguage, type TemplateValue } from './template-value.js'

const AddLanguageDialog = lazyPart<AddLanguageDialogProps, 'AddLanguageDialog'>(
  () => import('./add-language-dialog.js'),
  'AddLanguageDialog',
)

const route = getRouteApi('/p/$projectId/templates/$templateId')

interface LanguageBarProps {
  value: TemplateValue
  /** The language that is written; null for the main text. */
  current: string | null
  onChange: (next: (now: TemplateValue) => TemplateValue) => void
}

/** The languages of a template: which one is written, what a translation lacks, and the ways to add and remove one. */
export function LanguageBar({ value, current, onChange }: LanguageBarProps) {
  const [isAdding, setAdding] = useState(false)
  const navigate = route.useNavigate()
  const { as } = route.useSearch()
  const show = (lang: string | undefined): void =>
    void navigate({ search: (search) => ({ ...search, lang }), replace: true })
  const languages = languagesOf(value)
  const tabs = [
    { id: 'main', title: t.templates.mainLanguage, isCurrent: current === null, search: { as } },
    ...languages.map((lang) => ({
      id: lang,
      title: languageName(lang),
      isCurrent: lang === current,
      search: { lang, as },
    })),
  ]
  const remove = (language: string): void => {
    const removed = value.translations?.[language]
    onChange((now) => withoutLanguage(now, language))
    show(undefined)
    toast(t.templates.removedLanguage(languageName(language)), () =>
      onChange((now) => (removed ? { ...now, translations: { ...now.translations, [language]: removed } } : now)),
    )
  }
  return (
    <div className="mb-3">
      <div className="flex flex-wrap items-start gap-x-3">
        <div className="min-w-0 flex-1">
          {languages.length > 0 && <LinkTabs label={t.templates.languages} tabs={tabs} />}
        </div>
        <Button icon={Languages} onClick={() => setAdding(true)}>
          {t.templates.addLanguage}
        </Button>
        {current !== null && (
          <Button icon={X} onClick={() => remove(current)}>
            {t.templates.removeLanguage(languageName(current))}
          </Button>
        )}
      </div>
      {current !== null && <Gaps value={value} language={current} />}
      {isAdding && (
        <AddLanguageDialog
          onClose={() => setAdding(false)}
          taken={languages}
          onAdd={(language) => {
            onChange((now) => withLanguage(now, language))
            setAdding(false)
            show(language)
          }}
        />
      )}
    </div>
  )
}

function Gaps({ value, language }: { value: TemplateValue; language: string }) {
  const gaps = gapsOf(value, language)
  if (gaps.length === 0) return null
  return <p className="text-warn">{gaps.map((gap) => t.templates[gap]).join(' ')}</p>
}
