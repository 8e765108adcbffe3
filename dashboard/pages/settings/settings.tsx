import { t } from '../../messages/index.js'
import { useProject } from '../../session/project.js'
import { CopyField } from '../../ui/copy-field.js'
import { DefinitionList } from '../../ui/definition-list.js'
import { PageHeader, Panel } from '../../ui/panel.js'
import { BillingPanel } from './billing-panel.js'
import { KeysPanel } from './keys-panel.js'
import { SecurityPanel } from './security-panel.js'

/** The settings of the project: its keys, and what it is. */
export function SettingsPage() {
  const { id, name, language, timezone, tracking, role } = useProject()
  return (
    <>
      <PageHeader title={t.settings.title} />
      <div className="flex flex-col gap-4">
        <KeysPanel />
        <div id="security">
          <SecurityPanel />
        </div>
        <div id="billing" className="empty:hidden">
          <BillingPanel />
        </div>
        <Panel title={t.settings.project} isPadded>
          <DefinitionList
            items={[
              [t.settings.name, name],
              [t.settings.language, language],
              [t.settings.timezone, timezone],
              [t.settings.tracking, t.settings.trackings[tracking]],
              [t.settings.role, t.session.roles[role]],
              [t.settings.id, <CopyField key="id" value={id} label={t.settings.copyId} />],
            ]}
          />
        </Panel>
      </div>
    </>
  )
}
