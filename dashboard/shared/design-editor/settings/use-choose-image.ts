import { useState } from 'react'
import { call } from '../../../api/client.js'
import type { UploadedImage } from '../../../api/operations.js'
import { uploadImage } from '../../../api/upload.js'
import type { ImageBlock } from '../../../../models/domain/design/design.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { toast } from '../../../ui/toast.js'
import { altOf } from '../../alt-of.js'
import { showError } from '../../show-error.js'
import { areImages } from '../canvas/use-image-upload.js'
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
      .then(({ id, alt }) => take({ uploadId: id, src: undefined, alt: block?.alt || (alt ?? altOf(file)) }))
      .catch(showError)
      .finally(() => setBusy(false))
  }
  return {
    isBusy,
    upload,
    chooseUpload: ({ id, alt }: UploadedImage): void =>
      take({ uploadId: id, src: undefined, alt: block?.alt || (alt ?? '') }),
    chooseAddress: (src: string): void => take({ uploadId: undefined, src: src || undefined }),
  }
}

/** Keeps the alternative text of an uploaded picture with it, so that the library finds the picture by the text. */
export function useKeepAlt({ uploadId, alt }: ImageBlock): () => void {
  const projectId = useProjectId()
  return () => {
    if (uploadId === undefined || alt.trim() === '') return
    // The text is in the block in any case: its author need not know that the library has not got it.
    call('PATCH /uploads/:id', { projectId, params: { id: uploadId }, body: { alt } }).catch(() => undefined)
  }
}
