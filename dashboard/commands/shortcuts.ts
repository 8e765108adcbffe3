import { currentPreferences } from '../session/preferences.js'
import { followKeys, isSingleKey, writtenKey } from './key-sequence.js'
import { currentCommands } from './registry.js'

const SEQUENCE_MS = 1_500

// The palette opens over a dialog as over the page. Every other command acts on the page below the dialog.
const OVER_DIALOGS = ['mod+k']

/**
 * Runs the commands by their keys. A single key does nothing in a field, where it types text, and nothing anywhere for
 * a user who has switched single keys off.
 */
export function listenForShortcuts(): () => void {
  let before = ''
  let at = 0
  const onKey = (event: KeyboardEvent): void => {
    const key = writtenKey(event)
    if (key === null || event.defaultPrevented) return
    if (isBehindDialog(event.target) && !OVER_DIALOGS.includes(key)) return
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
  return target.closest('input, textarea, select, [contenteditable], [role=menu]') !== null
}

/** Whether a dialog is open; the focus may still be on the page while one opens. */
function isBehindDialog(target: EventTarget | null): boolean {
  if (target instanceof HTMLElement && target.closest('[role=dialog]')) return true
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null
}
