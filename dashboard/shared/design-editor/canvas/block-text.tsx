import { useState } from 'react'
import { t } from '../../../messages/index.js'
import { join } from '../../../ui/join.js'
import type { TextKind } from '../../design-view/block-body.js'
import { TextParts } from '../../design-view/inline-text.js'
import { TEXT_CLASSES } from '../../design-view/text-classes.js'
import { partsOf, type TextualBlock } from '../../design-view/textual.js'
import { isBlank } from '../document/text-parts.js'
import { useEditor, useEditorState } from '../editor-context.js'
import { Surface, type FocusWish } from '../text/surface.js'
import { useSurfaceHooks } from './use-surface-hooks.js'

interface BlockTextProps {
  block: TextualBlock
  kind: TextKind
}

/** The text of a block. It is a writing surface while it is selected or pointed at: a view for each would be slow. */
export function BlockText({ block, kind }: BlockTextProps) {
  const [isPointedAt, setPointedAt] = useState(false)
  const isSelected = useEditorState(({ selectedId }) => selectedId === block.id)
  const isLive = isSelected || isPointedAt
  return (
    <div
      className="relative"
      data-text
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onTouchStart={() => setPointedAt(true)}
    >
      {isLive ? <Written block={block} kind={kind} /> : <Shown block={block} kind={kind} />}
      {isBlank(block) && (
        <p
          aria-hidden
          className={join(
            TEXT_CLASSES[kind],
            'pointer-events-none absolute inset-x-0 top-0 text-(--mail-muted) opacity-70',
          )}
        >
          {t.designEditor.placeholders[block.type]}
        </p>
      )}
    </div>
  )
}

function Shown({ block, kind }: BlockTextProps) {
  return (
    <div className={TEXT_CLASSES[kind]}>
      <TextParts parts={partsOf(block)} />
    </div>
  )
}

function Written({ block, kind }: BlockTextProps) {
  const { isReadOnly } = useEditor()
  const hooks = useSurfaceHooks(block)
  const wish = useEditorState((state) => (state.wish?.id === block.id ? state.wish : null))
  const at = wish && wish.at !== 'block' && wish.at !== 'settings' ? (wish as FocusWish) : null
  return (
    <Surface
      parts={partsOf(block)}
      isLine={block.type !== 'text'}
      label={t.designEditor.textOf(t.designView.blocks[block.type])}
      className={`outline-none ${TEXT_CLASSES[kind]}`}
      isReadOnly={isReadOnly}
      hooks={hooks}
      wish={at}
    />
  )
}
