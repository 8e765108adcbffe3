import { useRef, useState } from 'react'
import { X } from 'lucide-react'
import { uploadImage } from '../../../api/upload.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import type { UploadsDialogProps } from '../../../shared/content-editor/uploads-dialog.js'
import { uploadPath } from '../../../shared/design-view/upload-path.js'
import { showError } from '../../../shared/show-error.js'
import { lazyPart } from '../../../shared/lazy-part.js'
import { Button, IconButton } from '../../../ui/button.js'

const UploadsDialog = lazyPart<UploadsDialogProps, 'UploadsDialog'>(
  () => import('../../../shared/content-editor/uploads-dialog.js'),
  'UploadsDialog',
)

interface LogoFieldProps {
  label: string
  /** The id of the uploaded image. */
  value: string | undefined
  onChange: (uploadId: string | undefined) => void
}

/** A logo from a file, or from the images that were uploaded before. */
export function LogoField({ label, value, onChange }: LogoFieldProps) {
  const projectId = useProjectId()
  const file = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const upload = (chosen: File): void => {
    setBusy(true)
    uploadImage(projectId, chosen)
      .then(({ id }) => onChange(id))
      .catch(showError)
      .finally(() => setBusy(false))
  }
  return (
    <div role="group" aria-label={label} className="flex flex-col gap-2">
      <span className="flex items-center justify-between font-medium">
        {label}
        {value !== undefined && (
          <IconButton icon={X} label={t.brand.remove} className="size-6" onClick={() => onChange(undefined)} />
        )}
      </span>
      <div className="flex h-20 items-center justify-center rounded-control border border-line bg-canvas p-3">
        {value === undefined ? (
          <span className="text-small text-muted">{t.brand.noLogo}</span>
        ) : (
          <img src={uploadPath(value)} alt={label} className="max-h-full max-w-full object-contain" />
        )}
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button isBusy={isBusy} onClick={() => file.current?.click()}>
          {t.brand.upload}
        </Button>
        <Button onClick={() => setChoosing(true)}>{t.brand.library}</Button>
      </div>
      <input
        ref={file}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen) upload(chosen)
          currentTarget.value = ''
        }}
      />
      {isChoosing && <UploadsDialog onClose={() => setChoosing(false)} onChoose={({ id }) => onChange(id)} />}
    </div>
  )
}
