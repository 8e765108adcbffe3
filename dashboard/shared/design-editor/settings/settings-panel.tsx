import { useEffect, useRef, type KeyboardEvent } from 'react'
import { ChevronRight } from 'lucide-react'
import { t } from '../../../messages/index.js'
import { BLOCK_ICONS } from '../block-types.js'
import { findBlock } from '../document/block-tree.js'
import { useEditor, useEditorState } from '../editor-context.js'
import { BlockSettings } from './block-settings.js'
import { ConditionSettings } from './condition-settings.js'
import { ThemeSettings } from './theme-settings.js'

/** The settings of the selected block, then those of the whole message. */
export function SettingsPanel() {
  const { store } = useEditor()
  const design = useEditorState((state) => state.design)
  const selectedId = useEditorState((state) => state.selectedId)
  const wish = useEditorState((state) => state.wish)
  const panel = useRef<HTMLDivElement>(null)
  const block = selectedId === null ? null : (findBlock(design, selectedId)?.block ?? null)
  const Icon = block && BLOCK_ICONS[block.type]
  useEffect(() => {
    if (wish?.at !== 'settings' || !panel.current) return
    const first =
      panel.current.querySelector<HTMLElement>('[data-first]') ??
      panel.current.querySelector<HTMLElement>('input, select, button, textarea')
    first?.focus()
    if (first instanceof HTMLInputElement) first.select()
  }, [wish])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || !block) return
    if (event.target instanceof HTMLElement && event.target.matches('[data-list=open]')) return
    event.preventDefault()
    store.focus(block.id)
  }
  return (
    <div ref={panel} className="flex flex-col" onKeyDown={onKeyDown}>
      {block && Icon && (
        <section
          key={block.id}
          aria-label={t.designEditor.settingsOf(t.designView.blocks[block.type])}
          className="flex flex-col gap-4 border-b border-line p-4"
        >
          <h2 className="flex items-center gap-2 font-semibold">
            <Icon aria-hidden size={16} className="text-muted" />
            {t.designView.blocks[block.type]}
          </h2>
          <BlockSettings block={block} />
          <ConditionSettings block={block} />
        </section>
      )}
      <details open={block === null || undefined} key={String(block === null)} className="group">
        <summary className="flex min-h-11 items-center gap-2 px-4 py-2 font-semibold outline-offset-[-2px]">
          <ChevronRight aria-hidden size={16} className="shrink-0 text-muted group-open:rotate-90" />
          {t.designEditor.theme}
        </summary>
        <div className="px-4 pb-4">
          <ThemeSettings />
        </div>
      </details>
    </div>
  )
}
