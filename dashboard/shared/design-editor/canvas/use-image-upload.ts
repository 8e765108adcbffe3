import { uploadImage } from '../../../api/upload.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { toast } from '../../../ui/toast.js'
import { altOf } from '../../alt-of.js'
import { showError } from '../../show-error.js'
import type { Place } from '../document/block-tree.js'
import { newBlockId } from '../document/new-block.js'
import { useEditor } from '../editor-context.js'

const IMAGE = /^image\/(?:png|jpeg|gif|webp)$/

/** Whether all files are pictures that mailboxes show. */
export function areImages(files: readonly File[]): boolean {
  return files.length > 0 && files.every(({ type }) => IMAGE.test(type))
}

/** Uploads dropped or pasted pictures and inserts a block for each. False where the files are none. */
export function useImageUpload(): (files: readonly File[], place: Place) => boolean {
  const { store } = useEditor()
  const projectId = useProjectId()
  return (files, place) => {
    if (files.length === 0) return false
    if (!areImages(files)) {
      toast(t.content.notImage)
      return true
    }
    store.say(t.content.uploading)
    const run = async (): Promise<void> => {
      const uploads = await Promise.all(files.map((file) => uploadImage(projectId, file)))
      const blocks = uploads.map(({ id, alt }, at) => {
        const file = files[at]
        return { id: newBlockId(), type: 'image' as const, uploadId: id, alt: alt ?? (file ? altOf(file) : '') }
      })
      store.insert(blocks, place)
    }
    run().catch(showError)
    return true
  }
}
