import { useMemo, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { FONTS, type Brand } from '../../../../models/domain/design/design.js'
import { DEFAULT_LOOK } from '../../../../models/domain/design/look.js'
import { call } from '../../../api/client.js'
import { useCommands, type Command } from '../../../commands/registry.js'
import { t } from '../../../messages/index.js'
import { isSameJson } from '../../../session/same-json.js'
import { projectsQuery, type Project } from '../../../session/user.js'
import { ColorField } from '../../../shared/color-field.js'
import { describeError } from '../../../shared/failure.js'
import { NumberField } from '../../../shared/number-field.js'
import { Unsaved } from '../../../shared/unsaved.js'
import { useSubmit } from '../../../shared/use-submit.js'
import { Button } from '../../../ui/button.js'
import { ErrorText } from '../../../ui/error-text.js'
import { Field } from '../../../ui/field.js'
import { Select } from '../../../ui/input.js'
import { Panel } from '../../../ui/panel.js'
import { TextArea } from '../../../ui/text-area.js'
import { toast } from '../../../ui/toast.js'
import { BrandPreview } from './brand-panel.js'
import { LogoField } from './logo-field.js'
import { SocialFields } from './social-fields.js'

const COLORS = ['accent', 'ink', 'surface', 'canvas'] as const
const DEFAULT = ''
const FONT_OPTIONS = [
  { value: DEFAULT, label: t.brand.fontDefault(t.designView.fonts[DEFAULT_LOOK.font]) },
  ...FONTS.map((value) => ({ value, label: t.designView.fonts[value] })),
]

/** Says why the changes were not saved, which keeps the page. */
function sayWhyNot(error: unknown): never {
  toast(describeError(error).message)
  throw error
}

/** The form for the brand of the project, beside a message in it. */
export function BrandForm({ project }: { project: Project }) {
  const [brand, setBrand] = useState<Brand>(project.brand)
  const form = useRef<HTMLFormElement>(null)
  const client = useQueryClient()
  const isUnsaved = !isSameJson(brand, project.brand)
  const change = (part: Partial<Brand>): void =>
    setBrand((now) => {
      const given = Object.entries({ ...now, ...part }).filter(([, value]) => value !== undefined && value !== '')
      return Object.fromEntries(given)
    })
  const save = async (): Promise<void> => {
    if (!isUnsaved) return
    const answer = await call('PATCH /users/@me/projects/:id', { params: { id: project.id }, body: { brand } })
    await client.invalidateQueries({ queryKey: projectsQuery.queryKey })
    setBrand(answer.brand)
    toast(t.common.saved)
  }
  const { isBusy, errors, message, onSubmit } = useSubmit(save)
  useCommands(
    useMemo(
      (): Command[] => [
        { id: 'save', title: t.common.save, group: 'page', keys: 'mod+s', run: () => form.current?.requestSubmit() },
      ],
      [],
    ),
  )
  return (
    <Panel title={t.brand.title} isPadded>
      <p className="mb-4 text-muted">{t.brand.text}</p>
      <div className="grid items-start gap-6 wide:grid-cols-2">
        <form ref={form} onSubmit={onSubmit} className="flex min-w-0 flex-col gap-5">
          <div className="grid gap-4 wide:grid-cols-2">
            <LogoField label={t.brand.logo} value={brand.logo} onChange={(logo) => change({ logo })} />
            <LogoField label={t.brand.darkLogo} value={brand.darkLogo} onChange={(darkLogo) => change({ darkLogo })} />
          </div>
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-2 font-medium">{t.brand.colors}</legend>
            {COLORS.map((key) => (
              <ColorField
                key={key}
                label={t.designView.colors[key]}
                value={brand[key]}
                inherited={DEFAULT_LOOK[key]}
                onChange={(color) => change({ [key]: color })}
              />
            ))}
          </fieldset>
          <div className="grid grid-cols-2 gap-4">
            <Field label={t.designView.font} error={errors['brand.font']}>
              {(ids) => (
                <Select
                  {...ids}
                  options={FONT_OPTIONS}
                  value={brand.font ?? DEFAULT}
                  onChange={({ target }) => change({ font: FONTS.find((font) => font === target.value) })}
                />
              )}
            </Field>
            <NumberField
              label={t.designView.radius}
              value={brand.radius}
              min={0}
              max={48}
              placeholder={String(DEFAULT_LOOK.radius)}
              onChange={(radius) => change({ radius })}
            />
          </div>
          <Field label={t.brand.postalAddress} hint={t.brand.postalAddressHint} error={errors['brand.postalAddress']}>
            {(ids) => (
              <TextArea
                {...ids}
                rows={3}
                maxLength={500}
                value={brand.postalAddress ?? ''}
                onChange={({ target }) => change({ postalAddress: target.value })}
              />
            )}
          </Field>
          <SocialFields
            links={brand.social ?? []}
            errors={errors}
            onChange={(social) => change({ social: social.length === 0 ? undefined : social })}
          />
          <ErrorText text={message} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="strong" isBusy={isBusy} disabled={!isUnsaved}>
              {t.common.save}
            </Button>
            {isUnsaved && (
              <Button variant="quiet" disabled={isBusy} onClick={() => setBrand(project.brand)}>
                {t.brand.reset}
              </Button>
            )}
          </div>
        </form>
        <div className="min-w-0 wide:sticky wide:top-4">
          <BrandPreview brand={brand} />
        </div>
      </div>
      <Unsaved
        isUnsaved={isUnsaved && !isBusy}
        isStored={false}
        onSave={() => save().catch(sayWhyNot)}
        onDiscard={() => setBrand(project.brand)}
      />
    </Panel>
  )
}
