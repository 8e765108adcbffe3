import type { Brand } from '../../../../models/domain/design/design.js'
import { t } from '../../../messages/index.js'
import { useProject } from '../../../session/project.js'
import { StaticMail } from '../../../shared/design-view/static-mail.js'
import { SAMPLE } from './sample-design.js'

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
