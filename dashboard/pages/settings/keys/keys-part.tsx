import { t } from '../../../messages/index.js'
import { mayManage, useProject } from '../../../session/project.js'
import { NoRight } from '../../../shared/no-right.js'
import { Panel } from '../../../ui/panel.js'
import { ExamplesPanel } from './examples/examples-panel.js'
import { KeysPanel } from './keys-panel.js'
import { NamedKeysPanel } from './named-keys-panel.js'
import { WebhookSecretPanel } from './webhook-secret-panel.js'

/** Everything by which programs act for the project. */
export function KeysPart() {
  if (!mayManage(useProject())) {
    return (
      <Panel title={t.settings.keys} isPadded>
        <NoRight text={t.settings.membersOnly} />
      </Panel>
    )
  }
  return (
    <>
      <KeysPanel />
      <NamedKeysPanel />
      <WebhookSecretPanel />
      <ExamplesPanel />
    </>
  )
}
