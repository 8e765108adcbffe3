import { Fragment } from 'react'
import { t } from '../messages/index.js'
import { Dialog } from '../ui/dialog.js'
import { useCurrentCommands } from './registry.js'

const ROWS = [
  { keys: 'j / k', title: t.commands.rows },
  { keys: 'Enter', title: t.commands.openRow },
]

/** The keys of every command that there is on this page. */
export function ShortcutList({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const commands = useCurrentCommands()
  const shown = [...commands.flatMap(({ keys, title }) => (keys === undefined ? [] : [{ keys, title }])), ...ROWS]
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t.commands.shortcuts}>
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2">
        {shown.map(({ keys, title }) => (
          <Fragment key={keys + title}>
            <dt>{title}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  )
}

/** The keys of a command as they stand on a keyboard. */
export function Keys({ keys }: { keys: string }) {
  return <kbd className="font-mono text-mono text-muted">{keys.replace('mod+', 'Ctrl-').replace('-k', '-K')}</kbd>
}
