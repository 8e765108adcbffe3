import { useId, useMemo, useState, type RefObject } from 'react'
import { uploadImage } from '../../api/upload.js'
import type { MarkedElement } from '../../frame/marked-element.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { CodeEditor } from '../code-editor/code-editor.js'
import type { CodeCompletion, CodeEditorHandle, CodeProblem } from '../code-editor/editor-parts.js'
import { altOf } from '../alt-of.js'
import { describeError } from '../failure.js'
import { FormatButton } from './format-button.js'
import { InsertMenu } from './insert-menu.js'
import type { ListedFinding } from './listed-finding.js'
import { wordingIn, type MessageDraft, type Wording } from './message-draft.js'
import { imageHtml } from './snippets.js'
import { subjectError } from './subject-error.js'
import { SubjectField } from './subject-field.js'
import { useVariables } from './use-variables.js'

/** A message whose source is written, and the callbacks for changes. */
export interface SourcePaneProps {
  draft: MessageDraft
  language: string | null
  findings: readonly ListedFinding[]
  editor: RefObject<CodeEditorHandle | null>
  isReadOnly: boolean | undefined
  isSubjectElsewhere: boolean | undefined
  variables: readonly CodeCompletion[] | undefined
  onChange: (wording: Partial<Wording>) => void
  /** Called with the element in which element the cursor rests. */
  onElement: (element: MarkedElement | null) => void
}

const IMAGE = /^image\/(?:png|jpeg|gif|webp)$/

/** The source of a message: its subject, and its HTML with Liquid. */
export function SourcePane(props: SourcePaneProps) {
  const { draft, language, findings, editor, isReadOnly, isSubjectElsewhere, onChange } = props
  const { subject, body, mjml } = wordingIn(draft, language)
  const isMjml = typeof mjml === 'string'
  const name = isMjml ? t.content.mjmlSource : t.content.source
  const variables = useVariables(props.variables)
  const problems = useMemo(() => problemsOf(findings), [findings])
  const { upload, state } = useImages(editor)
  const hintId = useId()
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {!isSubjectElsewhere && (
        <SubjectField
          value={subject}
          error={subjectError(findings, language)}
          isReadOnly={isReadOnly}
          onChange={(next) => onChange({ subject: next })}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span id={hintId} className="text-small text-muted">
          {t.content.keys}
        </span>
        {!isReadOnly && (
          <div className="flex flex-wrap gap-2">
            <FormatButton editor={editor} />
            <InsertMenu
              variables={variables}
              onInsert={(text) => editor.current?.insert(text)}
              onFiles={(files) => void upload(files)}
            />
          </div>
        )}
      </div>
      <CodeEditor
        // Each language is written in an editor of its own: undoing in one never brings the words of another.
        key={language}
        label={language === null ? name : t.content.sourceIn(name, language)}
        language="html"
        aria-describedby={hintId}
        height="h-[60vh]"
        value={isMjml ? mjml : body}
        onChange={(next) => onChange(isMjml ? { mjml: next } : { body: next })}
        problems={problems}
        completions={variables}
        isReadOnly={isReadOnly}
        handle={editor}
        onElement={props.onElement}
        onFiles={isReadOnly ? undefined : (files) => void upload(files)}
      />
      <p role="status" className="text-small text-muted">
        {state}
      </p>
    </div>
  )
}

function problemsOf(findings: readonly ListedFinding[]): CodeProblem[] {
  return findings.flatMap(({ place, finding: { severity, message } }) => (place ? { ...place, severity, message } : []))
}

/** Uploads images and puts them where the cursor is. */
function useImages(editor: RefObject<CodeEditorHandle | null>) {
  const projectId = useProjectId()
  const [state, setState] = useState<string | null>(null)
  const upload = async (files: File[]): Promise<void> => {
    if (!files.every(({ type }) => IMAGE.test(type))) {
      setState(t.content.notImage)
      return
    }
    setState(t.content.uploading)
    try {
      for (const file of files) {
        const { url, alt } = await uploadImage(projectId, file)
        editor.current?.insert(imageHtml(url, alt ?? altOf(file)))
      }
      setState(null)
    } catch (error) {
      setState(describeError(error).message)
    }
  }
  return { upload, state }
}
