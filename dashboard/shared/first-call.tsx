import { t } from '../messages/index.js'
import { askForKeys } from '../session/keys.js'
import { useProjectId } from '../session/project.js'
import { CopyField } from '../ui/copy-field.js'
import { eventCommand, sendCommand } from './commands-to-copy.js'

/** The command that sends a first email. The copied one holds the key, which is asked for then and shown nowhere. */
export function FirstEmail() {
  const projectId = useProjectId()
  const { origin } = window.location
  const copies = async (): Promise<string> => sendCommand(origin, (await askForKeys(projectId))?.secretKey)
  return <CopyField value={sendCommand(origin)} label={t.home.copyCommand} copies={copies} />
}

/** The command that tracks an event, which also adds its contact; the copied one holds the public key. */
export function FirstEvent() {
  const projectId = useProjectId()
  const { origin } = window.location
  const copies = async (): Promise<string> => eventCommand(origin, (await askForKeys(projectId))?.publicKey)
  return <CopyField value={eventCommand(origin)} label={t.home.copyCommand} copies={copies} />
}
