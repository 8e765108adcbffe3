import type { Place } from '../document/block-tree.js'
import type { DesignStore } from '../editor-store.js'

/** Opens the list of blocks beside an element; the chosen one is inserted at a place. */
export function openInsert(store: DesignStore, place: Place, beside: Element | null): void {
  const before = document.activeElement
  store.open({
    kind: 'insert',
    rect: beside?.getBoundingClientRect() ?? new DOMRect(),
    choose: (type) => store.add(type, place),
    cancel: () => before instanceof HTMLElement && before.focus(),
  })
}
