import { useLayoutEffect, useMemo, useState } from 'react'
import type { Brand, EmailDesign } from '../../../models/domain/design/design.js'
import { t } from '../../messages/index.js'
import { join } from '../../ui/join.js'
import { Segmented } from '../../ui/segmented.js'
import { useIsNarrow } from '../../ui/use-is-narrow.js'
import { Canvas } from './canvas/canvas.js'
import { EditorContext, useEditorState, type EditorContextValue, type KnownField } from './editor-context.js'
import { DesignStore } from './editor-store.js'
import { BlockPalette } from './outline/block-palette.js'
import { Outline } from './outline/outline.js'
import { EditorPopover } from './popovers/editor-popover.js'
import { SettingsPanel } from './settings/settings-panel.js'
import { Toolbar, type Shown } from './toolbar/toolbar.js'

/** The design, the callback for a changed one, and what it may name. */
export interface DesignEditorProps {
  design: EmailDesign
  onChange: (design: EmailDesign) => void
  /** The fields that texts may name. */
  fields: readonly KnownField[]
  brand: Brand
  projectName: string
  isReadOnly?: boolean
  /** Whether conditions may name the data of an event. */
  scope?: 'contact' | 'workflow'
  /** The block that is selected at first, as one with a problem. A new object selects again. */
  shown?: { blockId: string } | null
}

const PARTS = (['blocks', 'outline'] as const).map((value) => ({ value, label: t.designEditor.parts[value] }))

/** Writes a message out of blocks: their list and outline, the message itself, and the settings of what is selected. */
export function DesignEditor(props: DesignEditorProps) {
  const { design, onChange, fields, brand, projectName, isReadOnly = false, scope = 'contact', shown = null } = props
  const [store] = useState(() => new DesignStore(design))
  const isNarrow = useIsNarrow()
  useLayoutEffect(() => {
    store.onChange = onChange
    store.isReadOnly = isReadOnly
    store.give(design)
  }, [store, design, onChange, isReadOnly])
  useLayoutEffect(() => {
    if (shown) store.focus(shown.blockId)
  }, [store, shown])
  const value = useMemo(
    (): EditorContextValue => ({ store, brand, projectName, fields, isReadOnly, isNarrow, scope }),
    [store, brand, projectName, fields, isReadOnly, isNarrow, scope],
  )
  return (
    <EditorContext value={value}>
      <Layout isNarrow={isNarrow} />
      <EditorPopover />
      <Said />
    </EditorContext>
  )
}

function Layout({ isNarrow }: { isNarrow: boolean }) {
  const [shown, setShown] = useState<Shown>({ width: '600', scheme: 'light', isFull: false, hasBlocks: true })
  const { isFull, hasBlocks } = shown
  return (
    <div
      className={join(
        'flex min-w-0 flex-col overflow-hidden border border-line bg-surface',
        isFull ? 'fixed inset-0 z-30' : 'rounded-panel wide:h-[max(520px,calc(100dvh-200px))]',
      )}
    >
      <Toolbar shown={shown} onChange={(part) => setShown((now) => ({ ...now, ...part }))} />
      <div className="flex min-h-0 min-w-0 flex-1">
        {hasBlocks && !isNarrow && <LeftPanel />}
        <div className="min-w-0 flex-1 overflow-auto">
          <Canvas width={shown.width} scheme={shown.scheme} />
        </div>
        {!isNarrow && (
          <aside aria-label={t.designEditor.settings} className="w-66 shrink-0 overflow-y-auto border-l border-line">
            <SettingsPanel />
          </aside>
        )}
      </div>
    </div>
  )
}

function LeftPanel() {
  const [part, setPart] = useState<(typeof PARTS)[number]['value']>('blocks')
  return (
    <aside
      aria-label={t.designEditor.blocksAndOutline}
      className="flex w-56 shrink-0 flex-col overflow-y-auto border-r border-line"
    >
      <div className="flex justify-center p-2 pb-0">
        <Segmented label={t.designEditor.blocksAndOutline} options={PARTS} value={part} onChange={setPart} />
      </div>
      {part === 'blocks' ? <BlockPalette /> : <Outline />}
    </aside>
  )
}

function Said() {
  const said = useEditorState((state) => state.said)
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
