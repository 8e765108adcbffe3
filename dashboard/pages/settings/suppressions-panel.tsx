import { t } from '../../messages/index.js'
import { Panel } from '../../ui/panel.js'

/** The addresses that get no mail of the project. */
export function SuppressionsPanel() {
  return (
    <Panel title={t.settings.parts.suppressions} isPadded>
      <p className="text-muted">{t.settings.suppressionsText}</p>
    </Panel>
  )
}
