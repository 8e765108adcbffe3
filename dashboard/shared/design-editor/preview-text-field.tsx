import { useId, useLayoutEffect, useState } from 'react'
import type { EmailDesign } from '../../../models/domain/design/design.js'
import { t } from '../../messages/index.js'
import { plainText } from '../design-view/block-label.js'
import { inlineOf } from './document/text-parts.js'
import { EditorContext, type KnownField } from './editor-context.js'
import { DesignStore } from './editor-store.js'
import { EditorPopover } from './popovers/editor-popover.js'
import { noteSurface } from './text/active-surface.js'
import { openField } from './text/open-popovers.js'
import { Surface } from './text/surface.js'

/** The design whose preview text is written. */
export interface PreviewTextFieldProps {
  design: EmailDesign
  onChange: (design: EmailDesign) => void
  fields: readonly KnownField[]
  isReadOnly: boolean
}

const NO_BRAND = {}
const nothing = (): boolean => false

/** What inboxes show beside the subject: one line, with fields of the contact. */
export function PreviewTextField({ design, onChange, fields, isReadOnly }: PreviewTextFieldProps) {
  const [store] = useState(() => new DesignStore(design))
  const id = useId()
  useLayoutEffect(() => {
    store.onChange = onChange
    store.isReadOnly = isReadOnly
    store.give(design)
  }, [store, design, onChange, isReadOnly])
  const { previewText } = design
  return (
    <EditorContext
      value={{ store, brand: NO_BRAND, projectName: '', fields, isReadOnly, isNarrow: false, scope: 'contact' }}
    >
      <div className="flex flex-col gap-1">
        <span className="font-medium">{t.designEditor.previewText}</span>
        <div className="relative min-h-8 rounded-control border border-control bg-surface px-2 py-[5px] [--mail-accent:var(--color-accent)] [--mail-chip:var(--color-raised)] focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent">
          <Surface
            parts={[{ type: 'paragraph', content: previewText }]}
            isLine
            label={t.designEditor.previewText}
            className="outline-none break-words whitespace-pre-wrap"
            isReadOnly={isReadOnly}
            hooks={{
              onChange: (parts) => store.edit({ type: 'previewText', content: inlineOf(parts) }, 'previewText'),
              onTouch: noteSurface,
              onUndo: () => store.undo(),
              onRedo: () => store.redo(),
              onField: (view) => openField(store, view),
              onEnter: () => undefined,
              onEscape: () => undefined,
              onMove: () => undefined,
              onLink: () => undefined,
              onPasteBlocks: () => undefined,
              onDropped: () => undefined,
              onSlash: nothing,
              onHeading: nothing,
              onDivider: nothing,
              onLeave: nothing,
              onJoin: nothing,
              onPasteParts: nothing,
              onFiles: nothing,
            }}
          />
          {plainText(previewText) === '' && (
            <span aria-hidden className="pointer-events-none absolute top-[5px] left-2 text-muted">
              {t.designEditor.previewTextPlaceholder}
            </span>
          )}
        </div>
        <p id={id} className="text-small text-muted">
          {t.designEditor.previewTextHint}
        </p>
      </div>
      <EditorPopover />
    </EditorContext>
  )
}
