import { t } from '../messages/index.js'
import { useIsDisabledProject } from '../session/project.js'

/** What a button has that a disabled project refuses: it cannot be pressed, and says why. */
export function useRefusal(): { disabled: boolean; title: string | undefined } {
  const disabled = useIsDisabledProject()
  return { disabled, title: disabled ? t.shell.refusedWhileDisabled : undefined }
}
