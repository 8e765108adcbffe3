import { t } from '../../../messages/index.js'
import { mayManage, useProject } from '../../../session/project.js'
import { NoRight } from '../../../shared/no-right.js'
import { Panel } from '../../../ui/panel.js'
import { BrandForm } from './brand-form.js'
import { BrandPreview } from './brand-preview.js'

/** How the messages of the project look. */
export function BrandPanel() {
  const project = useProject()
  if (mayManage(project)) return <BrandForm project={project} />
  return (
    <Panel title={t.brand.title} isPadded>
      <div className="mb-4">
        <NoRight />
      </div>
      <BrandPreview brand={project.brand} />
    </Panel>
  )
}
