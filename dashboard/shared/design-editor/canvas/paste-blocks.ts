import { t } from '../../../messages/index.js'
import { toast } from '../../../ui/toast.js'
import { placeAfter } from '../document/places.js'
import type { DesignStore } from '../editor-store.js'
import { blocksIn } from '../text/clipboard.js'

/** Inserts the blocks in the text of a clipboard behind a block. */
export function pasteBlocks(store: DesignStore, text: string, id: string): void {
  const insert = async (): Promise<void> => {
    const blocks = await blocksIn(text)
    if (blocks) store.insert(blocks, placeAfter(store.get().design, id))
    else toast(t.designEditor.notBlocks)
  }
  void insert()
}
