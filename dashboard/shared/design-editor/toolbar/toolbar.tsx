import { Maximize2, Minimize2, Monitor, Moon, PanelLeft, Redo2, Smartphone, Sun, Undo2 } from 'lucide-react'
import { t } from '../../../messages/index.js'
import { IconButton } from '../../../ui/button.js'
import { useEditor, useEditorState } from '../editor-context.js'
import { FormatBar } from './format-bar.js'

/** How the canvas is shown, and what of the editor. */
export interface Shown {
  width: '600' | '375'
  scheme: 'light' | 'dark'
  isFull: boolean
  hasBlocks: boolean
}

interface ToolbarProps {
  shown: Shown
  onChange: (part: Partial<Shown>) => void
}

/** Undo and redo, the marks of the text, and how the message is shown. */
export function Toolbar({ shown, onChange }: ToolbarProps) {
  const { store, isReadOnly, isNarrow } = useEditor()
  const canUndo = useEditorState(({ history }) => history.past.length > 0)
  const canRedo = useEditorState(({ history }) => history.future.length > 0)
  const { width, scheme, isFull, hasBlocks } = shown
  return (
    <div className="flex flex-wrap items-center gap-x-1 border-b border-line bg-surface px-2 py-1">
      {!isNarrow && (
        <IconButton
          icon={PanelLeft}
          label={t.designEditor.toggleBlocks}
          aria-pressed={hasBlocks}
          onClick={() => onChange({ hasBlocks: !hasBlocks })}
        />
      )}
      {!isReadOnly && (
        <>
          <IconButton icon={Undo2} label={t.designEditor.undo} disabled={!canUndo} onClick={() => store.undo()} />
          <IconButton icon={Redo2} label={t.designEditor.redo} disabled={!canRedo} onClick={() => store.redo()} />
          <span aria-hidden className="mx-1 h-5 w-px bg-line max-wide:hidden" />
          <FormatBar />
        </>
      )}
      <div className="ml-auto flex items-center">
        <IconButton
          icon={width === '375' ? Smartphone : Monitor}
          label={width === '375' ? t.designEditor.showWide : t.designEditor.showPhone}
          aria-pressed={width === '375'}
          onClick={() => onChange({ width: width === '375' ? '600' : '375' })}
        />
        <IconButton
          icon={scheme === 'dark' ? Moon : Sun}
          label={scheme === 'dark' ? t.designEditor.showLight : t.designEditor.showDark}
          aria-pressed={scheme === 'dark'}
          onClick={() => onChange({ scheme: scheme === 'dark' ? 'light' : 'dark' })}
        />
        {!isNarrow && (
          <IconButton
            icon={isFull ? Minimize2 : Maximize2}
            label={isFull ? t.designEditor.leaveFull : t.designEditor.enterFull}
            aria-pressed={isFull}
            onClick={() => onChange({ isFull: !isFull })}
          />
        )}
      </div>
    </div>
  )
}
