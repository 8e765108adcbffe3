import { t } from '../../../messages/index.js'
import { BLOCK_GROUPS, BLOCK_ICONS } from '../block-types.js'
import { dragType, endDrag } from '../canvas/drag.js'
import { useEditor } from '../editor-context.js'

/** The types of blocks: pressed, one comes behind the selected block; dragged, where it is dropped. */
export function BlockPalette() {
  const { store } = useEditor()
  return (
    <div className="flex flex-col gap-3 p-3">
      {BLOCK_GROUPS.map(({ group, types }) => (
        <div key={group} role="group" aria-label={t.designEditor.groups[group]}>
          <h3 className="mb-1.5 text-small text-muted">{t.designEditor.groups[group]}</h3>
          <div className="grid grid-cols-2 gap-1.5">
            {types.map((type) => {
              const Icon = BLOCK_ICONS[type]
              return (
                <button
                  key={type}
                  type="button"
                  draggable
                  onDragStart={(event) => dragType(event, type)}
                  onDragEnd={endDrag}
                  onClick={() => store.add(type)}
                  className="flex h-8 min-w-0 items-center gap-1 rounded-control border border-line px-1.5 text-small hover:border-control hover:bg-raised"
                >
                  <Icon aria-hidden size={14} className="shrink-0 text-muted" />
                  <span className="truncate">{t.designView.blocks[type]}</span>
                </button>
              )
            })}
          </div>
        </div>
      ))}
    </div>
  )
}
