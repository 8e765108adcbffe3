import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { TextLink } from '../../../ui/link.js'

/** Leads to the settings in which the brand of the project is kept. */
export function BrandLink() {
  const projectId = useProjectId()
  return (
    <TextLink to="/p/$projectId/settings/$part" params={{ projectId, part: 'brand' }}>
      {t.designEditor.editBrand}
    </TextLink>
  )
}
