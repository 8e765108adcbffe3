import { t } from '../../../messages/index.js'
import { mayManage, useProject } from '../../../session/project.js'
import { NoRight } from '../../../shared/no-right.js'
import { Panel } from '../../../ui/panel.js'
import { DeleteProject } from './delete-project.js'
import { ResetProject } from './reset-project.js'

/** The irreversible actions: to empty the project, and to delete it. */
export function DangerPart() {
  const project = useProject()
  if (!mayManage(project)) {
    return (
      <Panel title={t.settings.parts.danger} isPadded>
        <NoRight />
      </Panel>
    )
  }
  return (
    <>
      <ResetProject />
      <DeleteProject />
    </>
  )
}
