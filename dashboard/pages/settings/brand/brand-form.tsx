import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Brand } from '../../../../models/domain/design/design.js'
import { call } from '../../../api/client.js'
import { t } from '../../../messages/index.js'
import { isSameJson } from '../../../session/same-json.js'
import { projectsQuery, type Project } from '../../../session/user.js'
import { Panel } from '../../../ui/panel.js'
import { toast } from '../../../ui/toast.js'
import { SavedForm } from '../saved-form.js'
import { BrandFields } from './brand-fields.js'
import { BrandPreview } from './brand-preview.js'

/** The form for the brand of the project, beside a message in it. */
export function BrandForm({ project }: { project: Project }) {
  const { brand, setBrand, isUnsaved, change, save } = useBrand(project)
  return (
    <Panel title={t.brand.title} isPadded>
      <p className="mb-4 text-muted">{t.brand.text}</p>
      <div className="grid items-start gap-6 wide:grid-cols-2">
        <SavedForm
          isUnsaved={isUnsaved}
          save={save}
          onRevert={() => setBrand(project.brand)}
          revert={t.brand.reset}
          className="flex min-w-0 flex-col gap-5"
        >
          {(errors) => <BrandFields brand={brand} errors={errors} onChange={change} />}
        </SavedForm>
        <div className="min-w-0 wide:sticky wide:top-4">
          <BrandPreview brand={brand} />
        </div>
      </div>
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
