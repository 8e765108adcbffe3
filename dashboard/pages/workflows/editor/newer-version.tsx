import { Banner } from '../../../ui/banner.js'
import { Button } from '../../../ui/button.js'
import { useEditorContext } from './editor-context.js'
import type { Editor } from './use-editor.js'
import { editorText } from './editor-text.js'

/** Says that another user has published since the changes began. */
export function NewerVersion({ editor: { state, isChanged } }: { editor: Editor }) {
  const { workflow, open } = useEditorContext()
  const { base } = state
  if (!isChanged || workflow.updatedAt <= base.updatedAt) return null
  const isNewer = workflow.version !== base.version
  return (
    <Banner
      kind="warn"
      title={isNewer ? editorText.newerVersion(workflow.version) : editorText.changedSince}
      action={<Button onClick={() => open({ kind: 'publish' })}>{editorText.bringOver}</Button>}
    >
      {editorText.newerVersionText}
    </Banner>
  )
}
