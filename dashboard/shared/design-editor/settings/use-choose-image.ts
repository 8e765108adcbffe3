import { useState } from 'react'
import { uploadImage } from '../../../api/upload.js'
import type { ImageBlock } from '../../../../models/domain/design/design.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { toast } from '../../../ui/toast.js'
import { showError } from '../../show-error.js'
import { altOf, areImages } from '../canvas/use-image-upload.js'
import { useEditor } from '../editor-context.js'

/** The ways to choose the picture of a block; its alternative text is asked for at once. */
export function useChooseImage(block: ImageBlock | null) {
  const { store } = useEditor()
  const projectId = useProjectId()
  const [isBusy, setBusy] = useState(false)
  const take = (part: Partial<Pick<ImageBlock, 'uploadId' | 'src' | 'alt'>>): void => {
    if (!block) return
    store.change<ImageBlock>(block, part)
    store.focus(block.id, 'settings')
  }
  const upload = (file: File): void => {
    if (!areImages([file])) {
      toast(t.content.notImage)
      return
    }
    setBusy(true)
    uploadImage(projectId, file)
      .then(({ id }) => take({ uploadId: id, src: undefined, alt: block?.alt || altOf(file) }))
      .catch(showError)
      .finally(() => setBusy(false))
  }
  return {
    isBusy,
    upload,
    chooseUpload: (uploadId: string): void => take({ uploadId, src: undefined }),
    chooseAddress: (src: string): void => take({ uploadId: undefined, src: src || undefined }),
  }
}
