import { useMemo, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Brand } from '../../../../models/domain/design/design.js'
import { call } from '../../../api/client.js'
import { useCommands, type Command } from '../../../commands/registry.js'
import { t } from '../../../messages/index.js'
import { isSameJson } from '../../../session/same-json.js'
import { projectsQuery, type Project } from '../../../session/user.js'
import { describeError } from '../../../shared/failure.js'
import { Unsaved } from '../../../shared/unsaved.js'
import { useSubmit } from '../../../shared/use-submit.js'
import { Button } from '../../../ui/button.js'
import { ErrorText } from '../../../ui/error-text.js'
import { Panel } from '../../../ui/panel.js'
import { toast } from '../../../ui/toast.js'
import { BrandFields } from './brand-fields.js'
import { BrandPreview } from './brand-preview.js'

/** Says why the changes were not saved, which keeps the page. */
function sayWhyNot(error: unknown): never {
  toast(describeError(error).message)
  throw error
}

/** The form for the brand of the project, beside a message in it. */
export function BrandForm({ project }: { project: Project }) {
  const { brand, setBrand, isUnsaved, change, save } = useBrand(project)
  const form = useRef<HTMLFormElement>(null)
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
          <BrandFields brand={brand} errors={errors} onChange={change} />
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

/** The brand while it is edited. */
function useBrand(project: Project) {
  const [brand, setBrand] = useState<Brand>(project.brand)
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
  return { brand, setBrand, isUnsaved, change, save }
}
