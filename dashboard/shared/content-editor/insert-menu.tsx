import { useRef, useState } from 'react'
import { Braces, ImagePlus, Images, Plus } from 'lucide-react'
import { t } from '../../messages/index.js'
import { Button } from '../../ui/button.js'
import { Menu } from '../../ui/menu.js'
import type { CodeCompletion } from '../code-editor/editor-parts.js'
import { lazyPart } from '../lazy-part.js'
import type { ButtonDialogProps } from './button-dialog.js'
import { buttonHtml, conditionSnippet, imageHtml, SNIPPETS } from './snippets.js'
import type { UploadsDialogProps } from './uploads-dialog.js'

const UploadsDialog = lazyPart<UploadsDialogProps, 'UploadsDialog'>(
  () => import('./uploads-dialog.js'),
  'UploadsDialog',
)

const ButtonDialog = lazyPart<ButtonDialogProps, 'ButtonDialog'>(() => import('./button-dialog.js'), 'ButtonDialog')

interface InsertMenuProps {
  variables: readonly CodeCompletion[]
  onInsert: (text: string) => void
  onFiles: (files: File[]) => void
}

/** Puts parts, variables and images where the cursor of the source is. */
export function InsertMenu({ variables, onInsert, onFiles }: InsertMenuProps) {
  const file = useRef<HTMLInputElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  // The menu returns the focus to its button when it closes; the editor gets the focus after that.
  const insert = (text: string) => (): void => void setTimeout(() => onInsert(text))
  return (
    <>
      <Menu
        trigger={<Button icon={Plus}>{t.content.insert}</Button>}
        groups={[
          {
            items: [
              { label: t.content.insertImage, icon: ImagePlus, onSelect: () => file.current?.click() },
              { label: t.content.insertUpload, icon: Images, onSelect: () => setChoosing(true) },
            ],
          },
          {
            label: t.content.insertSnippet,
            items: [
              { label: t.content.insertButton, onSelect: () => setAsking(true) },
              ...SNIPPETS.map(({ label, text }) => ({ label, onSelect: insert(text) })),
              { label: t.content.snippets.condition, onSelect: insert(conditionSnippet(variables)) },
            ],
          },
          {
            label: t.content.insertVariable,
            items: variables.map(({ label }) => ({ label, icon: Braces, onSelect: insert(`{{ ${label} }}`) })),
          },
        ]}
      />
      {isChoosing && (
        <UploadsDialog
          onClose={() => setChoosing(false)}
          onChoose={({ url, alt }) => insert(imageHtml(url, alt ?? ''))()}
        />
      )}
      {isAsking && (
        <ButtonDialog
          onClose={() => setAsking(false)}
          onInsert={({ label, url }) => insert(buttonHtml(label, url))()}
        />
      )}
      <input
        ref={file}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        multiple
        hidden
        aria-label={t.content.image}
        onChange={({ currentTarget }) => {
          if (currentTarget.files) onFiles([...currentTarget.files])
          currentTarget.value = ''
        }}
      />
    </>
  )
}
