import { useState } from 'react'
import { Popover } from 'radix-ui'
import { Baseline } from 'lucide-react'
import type { EditorView } from 'prosemirror-view'
import { t } from '../../../messages/index.js'
import { Button, IconButton } from '../../../ui/button.js'
import { lookOf } from '../../../../models/domain/design/look.js'
import { useEditor, useEditorState } from '../editor-context.js'
import { ColorField } from '../../color-field.js'
import { markValue, setMark } from '../text/marks.js'

/** The colour of the selected words. */
export function ColorButton({ view }: { view: EditorView | null }) {
  const { brand } = useEditor()
  const theme = useEditorState(({ design }) => design.theme)
  const [isOpen, setOpen] = useState(false)
  const [color, setColor] = useState<string | undefined>(undefined)
  const { accent } = lookOf(theme, brand)
  const apply = (next: string | undefined): void => {
    setOpen(false)
    if (!view) return
    setMark('color', next === undefined ? null : { color: next })(view.state, view.dispatch)
    view.focus()
  }
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(next) => {
        setOpen(next)
        if (next && view) setColor(markValue(view.state, 'color', 'color') ?? accent)
      }}
    >
      <Popover.Trigger asChild>
        <IconButton icon={Baseline} label={t.designEditor.marks.color} disabled={!view?.editable} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={t.designEditor.marks.color}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex w-72 flex-col gap-3 rounded-panel border border-line bg-surface p-3 shadow-float"
        >
          <ColorField label={t.designEditor.color} value={color} inherited={accent} onChange={setColor} />
          <div className="flex justify-end gap-2">
            <Button onClick={() => apply(undefined)}>{t.designEditor.noColor}</Button>
            <Button variant="strong" onClick={() => apply(color ?? accent)}>
              {t.designEditor.apply}
            </Button>
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
