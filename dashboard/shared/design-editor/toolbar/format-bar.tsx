import { useSyncExternalStore } from 'react'
import { Bold, Braces, Italic, Link2, List, ListOrdered, Strikethrough, type LucideIcon } from 'lucide-react'
import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { t } from '../../../messages/index.js'
import { join } from '../../../ui/join.js'
import { useEditor } from '../editor-context.js'
import { activeSurface } from '../text/active-surface.js'
import { hasMark, PLAIN_MARKS, togglePlain } from '../text/marks.js'
import { openField, openLink } from '../text/open-popovers.js'
import { isInList, toggleList } from '../text/surface-keys.js'
import { ColorButton } from './color-button.js'

const MARK_ICONS = { bold: Bold, italic: Italic, strike: Strikethrough }
const LISTS = [
  { name: 'bullet_list', icon: List },
  { name: 'ordered_list', icon: ListOrdered },
] as const

/** The marks and lists of the text that is written. They are off while no text is. */
export function FormatBar() {
  const { store } = useEditor()
  const view = useSyncExternalStore(activeSurface.subscribe, activeSurface.get)?.view ?? null
  const state = view?.state
  const run = (command: Command): void => {
    if (!view) return
    command(view.state, view.dispatch)
    view.focus()
  }
  const isText = state?.schema.nodes['bullet_list'] !== undefined
  return (
    <div role="group" aria-label={t.designEditor.format} className="flex items-center">
      {PLAIN_MARKS.map((mark) => (
        <Toggle
          key={mark}
          icon={MARK_ICONS[mark]}
          label={t.designEditor.marks[mark]}
          isOn={state ? hasMark(state, mark) : false}
          view={view}
          onPress={() => run(togglePlain(mark))}
        />
      ))}
      <Toggle
        icon={Link2}
        label={t.designEditor.marks.link}
        isOn={state ? hasMark(state, 'link') : false}
        view={view}
        onPress={() => openLink(store)}
      />
      <ColorButton view={view} />
      {LISTS.map(({ name, icon }) => (
        <Toggle
          key={name}
          icon={icon}
          label={t.designEditor.lists[name]}
          isOn={state ? isInList(state, name) : false}
          view={isText ? view : null}
          onPress={() => run(toggleList(name))}
        />
      ))}
      <Toggle
        icon={Braces}
        label={t.designEditor.marks.field}
        view={view}
        onPress={() => view && openField(store, view)}
      />
    </div>
  )
}

interface ToggleProps {
  icon: LucideIcon
  label: string
  isOn?: boolean
  view: EditorView | null
  onPress: () => void
}

/** A button that acts on a text and leaves the focus there. */
function Toggle({ icon: Icon, label, isOn, view, onPress }: ToggleProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
      disabled={!view?.editable}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className={join(
        'inline-flex size-8 items-center justify-center rounded-control disabled:cursor-default disabled:opacity-40',
        isOn ? 'bg-raised text-ink' : 'text-muted enabled:hover:bg-raised enabled:hover:text-ink',
      )}
    >
      <Icon aria-hidden size={16} />
    </button>
  )
}
