import { useEffect, useMemo, useRef } from 'react'
import { useCommands, type Command } from '../../../commands/registry.js'
import { t } from '../../../messages/index.js'
import { lazyPart, useLoadAhead } from '../../../shared/lazy-part.js'
import { valueOf, type Template } from '../template-value.js'
import type { TemplateEditing } from '../use-template-editor.js'
import type { HistoryDialogProps } from './history-dialog.js'
import { useHistory } from './use-history.js'

const HistoryDialog = lazyPart<HistoryDialogProps, 'HistoryDialog'>(
  () => import('./history-dialog.js'),
  'HistoryDialog',
)
const LATER = [HistoryDialog]

interface TemplateHistoryProps {
  template: Template
  editing: TemplateEditing
}

/** The history of the edited template, while the address asks for it. A restored version replaces what is edited. */
export function TemplateHistory({ template, editing: { edited } }: TemplateHistoryProps) {
  const history = useHistory()
  useLoadAhead(LATER)
  useHistoryCommand(history.open)
  if (!history.isOpen) return null
  return (
    <HistoryDialog
      template={template}
      version={history.version}
      onVersion={history.show}
      isUnsaved={edited.isChanged}
      onClose={history.close}
      onRestored={(restored) => {
        edited.settle(valueOf(restored), restored.updatedAt)
        edited.discard()
        history.close()
      }}
    />
  )
}

function useHistoryCommand(open: () => void): void {
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useCommands(
    useMemo((): Command[] => {
      return [{ id: 'history', title: t.templateHistory.open, group: 'page', run: () => latest.current() }]
    }, []),
  )
}
