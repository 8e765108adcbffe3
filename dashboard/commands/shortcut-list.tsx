import { Fragment } from 'react'
import { t } from '../messages/index.js'
import { usePreferences } from '../session/preferences.js'
import { Dialog } from '../ui/dialog.js'
import { TextLink } from '../ui/link.js'
import { isSingleKey } from './key-sequence.js'
import { useCurrentCommands, type Command } from './registry.js'

type Group = Command['group']

const GROUPS = Object.keys(t.commands.groups) as Group[]
// The browser itself opens the link of a row; no command does.
const OPEN_ROW = { keys: 'Enter', title: t.commands.openRow, group: 'rows' } as const

/** The keys of every command of this page. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const [{ areSingleKeysOff }] = usePreferences()
  const all = [...useCurrentCommands(), OPEN_ROW].filter(({ keys }) => keys !== undefined)
  const shown = areSingleKeysOff ? all.filter(({ keys = '' }) => keys === OPEN_ROW.keys || !isSingleKey(keys)) : all
  const groups = GROUPS.filter((name) => shown.some(({ group }) => group === name))
  return (
    <Dialog isOpen onClose={onClose} title={t.commands.shortcuts}>
      <p className="mb-4 text-muted">
        {areSingleKeysOff ? t.commands.singleKeysAreOff : t.commands.singleKeysAreOn}{' '}
        <TextLink to="/account" onClick={onClose}>
          {t.account.title}
        </TextLink>
      </p>
      {groups.map((name) => (
        <section key={name} className="mb-4 last:mb-0">
          <h3 className="mb-1 text-small text-muted">{t.commands.groups[name]}</h3>
          <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2">
            {shown
              .filter(({ group }) => group === name)
              .map(({ keys = '', title }) => (
                <Fragment key={keys + title}>
                  <dt>{title}</dt>
                  <dd className="text-right">
                    <Keys keys={keys} />
                  </dd>
                </Fragment>
              ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}

/** The keys of a command as a keyboard labels them. */
export function Keys({ keys }: { keys: string }) {
  const keyNames: Readonly<Record<string, string>> = { mod: 'Ctrl', alt: 'Alt', shift: 'Shift' }
  const held = keys.includes('+') && keys.length > 1 ? keys.split('+') : null
  const written = held ? held.map((key) => keyNames[key] ?? key.toUpperCase()).join('-') : keys
  return <kbd className="font-mono text-mono text-muted">{written}</kbd>
}
