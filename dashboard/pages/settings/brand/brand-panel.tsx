import type { Brand } from '../../../../models/domain/design/design.js'
import { t } from '../../../messages/index.js'
import { mayManage, useProject } from '../../../session/project.js'
import { StaticMail } from '../../../shared/design-view/static-mail.js'
import { NoRight } from '../../../shared/no-right.js'
import { Panel } from '../../../ui/panel.js'
import { BrandForm } from './brand-form.js'
import { SAMPLE } from './sample-design.js'

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

/** A message in a brand. */
export function BrandPreview({ brand }: { brand: Brand }) {
  const { name } = useProject()
  return (
    <div
      role="img"
      aria-label={t.brand.preview}
      className="flex justify-center overflow-hidden rounded-panel border border-line bg-canvas"
    >
      <div inert className="my-4 max-w-full shrink-0 origin-top overflow-hidden [zoom:0.62]">
        <StaticMail design={SAMPLE} brand={brand} projectName={name} />
      </div>
    </div>
  )
}
