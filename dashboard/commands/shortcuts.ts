import { currentPreferences } from '../session/preferences.js'
import { followKeys, isSingleKey, writtenKey } from './key-sequence.js'
import { currentCommands } from './registry.js'

const SEQUENCE_MS = 1_500

/**
 * Runs the commands by their keys. A single key is off in a field and in a dialog, where it means something else, and
 * everywhere for a user who has switched them off.
 */
export function listenForShortcuts(): () => void {
  let before = ''
  let at = 0
  const onKey = (event: KeyboardEvent): void => {
    const key = writtenKey(event)
    if (key === null || event.defaultPrevented) return
    if (isSingleKey(key) && (isTaken(event.target) || currentPreferences().areSingleKeysOff)) return
    if (event.timeStamp - at > SEQUENCE_MS) before = ''
    const commands = currentCommands()
    const next = followKeys(
      before,
      key,
      commands.flatMap(({ keys }) => keys ?? []),
    )
    before = 'rest' in next ? next.rest : ''
    at = event.timeStamp
    const command = 'keys' in next ? commands.findLast(({ keys }) => keys === next.keys) : undefined
    if (!command) return
    event.preventDefault()
    command.run()
  }
  window.addEventListener('keydown', onKey)
  return () => window.removeEventListener('keydown', onKey)
}

function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]') !== null
}
