import type { EmailDesign } from '../../../models/domain/design/design.js'
import { useProject } from '../../session/project.js'
import type { CodeCompletion } from '../code-editor/editor-parts.js'
import { DesignEditor } from '../design-editor/design-editor.js'
import { PreviewTextField } from '../design-editor/preview-text-field.js'
import { SubjectField } from './subject-field.js'
import { useKnownNames } from './use-known-names.js'

/** What is written of a message, and the callbacks for changes. */
export interface WritePaneProps {
  subject: string
  subjectError: string | undefined
  /** Null where the page has a field for the subject of its own. */
  onSubject: ((subject: string) => void) | null
  design: EmailDesign
  onDesign: (design: EmailDesign) => void
  isReadOnly: boolean
  variables: readonly CodeCompletion[] | undefined
  scope: 'contact' | 'workflow'
  shown: { blockId: string } | null
}

/** The subject and the preview text of a message, and its blocks. */
export function WritePane(props: WritePaneProps) {
  const { subject, subjectError, onSubject, design, onDesign, isReadOnly, variables, scope, shown } = props
  const fields = useKnownNames(variables)
  const { name, brand } = useProject()
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="grid gap-3 wide:auto-cols-fr wide:grid-flow-col">
        {onSubject && (
          <SubjectField value={subject} error={subjectError} isReadOnly={isReadOnly} onChange={onSubject} />
        )}
        <PreviewTextField design={design} onChange={onDesign} fields={fields} isReadOnly={isReadOnly} />
      </div>
      <DesignEditor
        design={design}
        onChange={onDesign}
        fields={fields}
        brand={brand}
        projectName={name}
        isReadOnly={isReadOnly}
        scope={scope}
        shown={shown}
      />
    </div>
  )
}
