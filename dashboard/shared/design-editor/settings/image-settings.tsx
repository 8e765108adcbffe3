import { useRef, useState } from 'react'
import { Images, Upload } from 'lucide-react'
import type { ImageBlock } from '../../../../models/domain/design/design.js'
import { MAX_ALT_LENGTH } from '../../../../models/domain/images/image.js'
import { t } from '../../../messages/index.js'
import { Button } from '../../../ui/button.js'
import { Field } from '../../../ui/field.js'
import { Input } from '../../../ui/input.js'
import type { UploadsDialogProps } from '../../content-editor/uploads-dialog.js'
import { lazyPart } from '../../lazy-part.js'
import { useEditor } from '../editor-context.js'
import { AlignField } from './controls.js'
import { NumberField } from '../../number-field.js'
import { LinkField } from './link-field.js'
import { useChooseImage, useKeepAlt } from './use-choose-image.js'

const UploadsDialog = lazyPart<UploadsDialogProps, 'UploadsDialog'>(
  () => import('../../content-editor/uploads-dialog.js'),
  'UploadsDialog',
)

/** The picture of a block, its alternative text, its size and its link. */
export function ImageSettings({ block }: { block: ImageBlock }) {
  const { store } = useEditor()
  const { uploadId, src, alt, width, align, href } = block
  const keepAlt = useKeepAlt(block)
  const hasPicture = uploadId !== undefined || src !== undefined
  return (
    <>
      <Picture block={block} />
      <Field
        label={t.designEditor.alt}
        hint={t.designEditor.altHint}
        error={hasPicture && alt === '' ? t.designEditor.altMissing : undefined}
      >
        {(ids) => (
          <Input
            {...ids}
            {...(hasPicture ? { 'data-first': true } : {})}
            maxLength={MAX_ALT_LENGTH}
            autoComplete="off"
            value={alt}
            onChange={({ target }) => store.change<ImageBlock>(block, { alt: target.value }, 'alt')}
            onBlur={keepAlt}
          />
        )}
      </Field>
      <NumberField
        label={t.designEditor.imageWidth}
        value={width}
        min={1}
        max={800}
        placeholder={t.designEditor.fullWidth}
        onChange={(next) => store.change<ImageBlock>(block, { width: next })}
      />
      <AlignField
        value={align ?? 'center'}
        onChange={(next) => store.change<ImageBlock>(block, { align: next === 'center' ? undefined : next })}
      />
      <LinkField
        label={t.designEditor.linkTo}
        value={href ?? ''}
        onChange={(next) => store.change<ImageBlock>(block, { href: next || undefined }, 'href')}
      />
    </>
  )
}

function Picture({ block }: { block: ImageBlock }) {
  const { upload, chooseUpload, chooseAddress, isBusy } = useChooseImage(block)
  const file = useRef<HTMLInputElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const [address, setAddress] = useState(block.src ?? '')
  const isNew = block.uploadId === undefined && block.src === undefined
  const isAddress = /^https:\/\/\S/.test(address)
  return (
    <div className="flex flex-col gap-2">
      <div className="grid grid-cols-2 gap-2">
        <Button
          icon={Upload}
          isBusy={isBusy}
          {...(isNew ? { 'data-first': true } : {})}
          onClick={() => file.current?.click()}
        >
          {t.designEditor.upload}
        </Button>
        <Button icon={Images} onClick={() => setChoosing(true)}>
          {t.designEditor.library}
        </Button>
      </div>
      <Field
        label={t.designEditor.imageAddress}
        error={address !== '' && !isAddress ? t.designEditor.imageAddressError : undefined}
      >
        {(ids) => (
          <Input
            {...ids}
            type="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
            value={address}
            onChange={({ target }) => setAddress(target.value)}
            onBlur={() => {
              if ((isAddress || address === '') && address !== (block.src ?? '') && (address || block.src)) {
                chooseAddress(address)
              }
            }}
          />
        )}
      </Field>
      <input
        ref={file}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        hidden
        aria-label={t.designEditor.replaceImage}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen) upload(chosen)
          currentTarget.value = ''
        }}
      />
      {isChoosing && <UploadsDialog onClose={() => setChoosing(false)} onChoose={chooseUpload} />}
    </div>
  )
}
