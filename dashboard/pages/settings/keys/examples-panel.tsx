import { t } from '../../../messages/index.js'
import { askForKeys } from '../../../session/keys.js'
import { useProjectId } from '../../../session/project.js'
import { eventCommand, sendCommand, sendScript } from '../../../shared/commands-to-copy.js'
import { CopyField } from '../../../ui/copy-field.js'
import { OuterLink } from '../../../ui/link.js'
import { Panel } from '../../../ui/panel.js'

/** Calls to copy; the key is filled in where they are copied, and shown nowhere. */
export function ExamplesPanel() {
  const projectId = useProjectId()
  const { origin } = window.location
  const examples = [
    { title: t.settings.sendExample, which: 'secretKey', write: sendCommand },
    { title: t.settings.eventExample, which: 'publicKey', write: eventCommand },
    { title: t.settings.scriptExample, which: 'secretKey', write: sendScript },
  ] as const
  return (
    <Panel title={t.settings.examples} isPadded>
      <div className="flex flex-col gap-4">
        <p className="text-muted">
          {t.settings.examplesText} <OuterLink href="/docs">{t.shell.reference}</OuterLink>
        </p>
        {examples.map(({ title, which, write }) => (
          <div key={title}>
            <div className="mb-1 font-medium">{title}</div>
            <CopyField
              value={write(origin)}
              label={`${t.settings.copyExample}: ${title}`}
              copies={async () => write(origin, (await askForKeys(projectId))?.[which])}
            />
          </div>
        ))}
      </div>
    </Panel>
  )
}
