import { useRef } from 'react'
import { ImageIcon } from 'lucide-react'
import type { Block } from '../../../../models/domain/design/design.js'
import { t } from '../../../messages/index.js'
import { useEditor } from '../editor-context.js'
import { useChooseImage } from '../settings/use-choose-image.js'

/** Stands for a picture that is not chosen yet: it takes a file. */
export function EmptyImage({ block }: { block: Block }) {
  const { isReadOnly } = useEditor()
  const file = useRef<HTMLInputElement>(null)
  const { upload, isBusy } = useChooseImage(block.type === 'image' ? block : null)
  return (
    <div className="flex flex-col items-center gap-2 rounded-(--mail-radius) border border-dashed border-(--mail-line) p-6 text-[14px] leading-[20px] text-(--mail-muted)">
      <ImageIcon aria-hidden size={24} />
      <button
        type="button"
        disabled={isReadOnly || isBusy}
        onClick={() => file.current?.click()}
        className="font-sans font-medium text-(--mail-ink) underline"
      >
        {isBusy ? t.content.uploading : t.designEditor.uploadImage}
      </button>
      <input
        ref={file}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        hidden
        aria-label={t.content.image}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen) upload(chosen)
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
