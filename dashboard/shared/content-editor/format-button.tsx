import { useCallback, useMemo, type RefObject } from 'react'
import { IndentIncrease } from 'lucide-react'
import { useCommands } from '../../commands/registry.js'
import { t } from '../../messages/index.js'
import { Button } from '../../ui/button.js'
import { toast } from '../../ui/toast.js'
import type { CodeEditorHandle } from '../code-editor/editor-parts.js'

/** Indents the source by its nesting, by its button or from the palette. */
export function FormatButton({ editor }: { editor: RefObject<CodeEditorHandle | null> }) {
  const format = useCallback(() => {
    if (editor.current?.format() === false) toast(t.content.notFormatted)
  }, [editor])
  useCommands(useMemo(() => [{ id: 'format', title: t.content.formatAction, group: 'page', run: format }], [format]))
  return (
    <Button icon={IndentIncrease} title={t.content.formatHint} onClick={format}>
      {t.content.format}
    </Button>
  )
}
