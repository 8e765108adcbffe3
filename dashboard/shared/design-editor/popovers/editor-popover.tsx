import { useRef } from 'react'
import { Popover as Radix } from 'radix-ui'
import { t } from '../../../messages/index.js'
import { useEditor, useEditorState } from '../editor-context.js'
import type { Popover } from '../editor-store.js'
import { FieldForm } from './field-form.js'
import { InsertList } from './insert-list.js'
import { LinkForm } from './link-form.js'

/** The list or form that is open at a place of the canvas. */
export function EditorPopover() {
  const popover = useEditorState((state) => state.popover)
  return popover && <Shown key={popover.kind} popover={popover} />
}

function Shown({ popover }: { popover: Popover }) {
  const { store } = useEditor()
  const isDone = useRef(false)
  const close = (): void => {
    isDone.current = true
    store.open(null)
  }
  const cancel = (): void => {
    if (isDone.current) return
    close()
    if (popover.kind === 'insert') popover.cancel()
    else popover.view.focus()
  }
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && cancel()}>
      <Radix.Anchor virtualRef={{ current: { getBoundingClientRect: () => popover.rect } }} />
      <Radix.Portal>
        <Radix.Content
          side="bottom"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={t.designEditor.popovers[popover.kind]}
          // The focus goes where the choice leads.
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="z-50 flex max-h-[70vh] w-72 flex-col rounded-panel border border-line bg-surface p-2 shadow-float"
        >
          {popover.kind === 'insert' && (
            <InsertList
              onChoose={(type) => {
                close()
                popover.choose(type)
              }}
            />
          )}
          {popover.kind === 'field' && <FieldForm view={popover.view} onDone={close} />}
          {popover.kind === 'link' && <LinkForm view={popover.view} onDone={close} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
