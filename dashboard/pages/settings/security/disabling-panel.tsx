import { CircleAlert, CircleCheck } from 'lucide-react'
import { t } from '../../../messages/index.js'
import { useProject } from '../../../session/project.js'
import { StatusBadge } from '../../../ui/badge.js'
import { Panel } from '../../../ui/panel.js'

const REASONS = ['EMAIL_REPUTATION', 'PAYMENT_FAILED', 'MANUAL'] as const

/** Whether the project is disabled, and what disables one. */
export function DisablingPanel() {
  const { disabled, disabledReason } = useProject()
  return (
    <Panel title={t.settings.disabling} isPadded>
      {disabled ? (
        <StatusBadge tone="bad" icon={CircleAlert} label={t.settings.isDisabled} />
      ) : (
        <StatusBadge tone="good" icon={CircleCheck} label={t.settings.isEnabled} />
      )}
      {disabledReason && <p className="mt-2">{t.shell.disabledReasons[disabledReason]}</p>}
      {disabledReason && (
        <ol className="mt-2 flex list-decimal flex-col gap-1 pl-5">
          {t.settings.cures[disabledReason].map((cure) => (
            <li key={cure}>{cure}</li>
          ))}
        </ol>
      )}
      <p className="mt-3 text-muted">{t.settings.disablingText}</p>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
        {REASONS.map((reason) => (
          <li key={reason}>{t.settings.disablingReasons[reason]}</li>
        ))}
      </ul>
    </Panel>
  )
}
