import { PROJECT_UTM_NAMES } from '../../../../models/domain/utm.js'
import { t } from '../../../messages/index.js'
import { mayManage, useProject } from '../../../session/project.js'
import { NoRight } from '../../../shared/no-right.js'
import { CopyField } from '../../../ui/copy-field.js'
import { DefinitionList } from '../../../ui/definition-list.js'
import { Panel } from '../../../ui/panel.js'
import { ExactMoment } from '../../../shared/moment.js'
import { GeneralForm } from './general-form.js'

/** The name of the project, its language and its time zone. */
export function GeneralPanel() {
  const project = useProject()
  const { id, role, createdAt } = project
  return (
    <>
      {mayManage(project) ? <GeneralForm project={project} /> : <Values />}
      <Panel title={t.settings.about} isPadded>
        <DefinitionList
          items={[
            [t.settings.role, t.session.roles[role]],
            [t.settings.created, <ExactMoment key="at" at={createdAt} />],
            [t.settings.id, <CopyField key="id" value={id} label={t.settings.copyId} />],
          ]}
        />
      </Panel>
    </>
  )
}

/** The same for a member who may not change it. */
function Values() {
  const { name, language, timezone, tracking, utm, publicKeyMayResubscribe } = useProject()
  return (
    <Panel title={t.settings.project} isPadded>
      <div className="mb-4">
        <NoRight />
      </div>
      <DefinitionList
        items={[
          [t.settings.name, name],
          [t.settings.language, language],
          [t.settings.timezone, timezone],
          [t.settings.tracking, t.settings.trackings[tracking]],
          ...PROJECT_UTM_NAMES.map((one) => [t.settings.utm[one], utm?.[one] ?? t.common.none] as const),
          [t.settings.mayResubscribe, publicKeyMayResubscribe ? t.settings.yes : t.settings.no],
        ]}
      />
    </Panel>
  )
}
