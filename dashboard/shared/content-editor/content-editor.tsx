import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { MarkedElement } from '../../frame/marked-element.js'
import { t } from '../../messages/index.js'
import { Segmented } from '../../ui/segmented.js'
import { SplitPane, type SplitLayout } from '../../ui/split-pane.js'
import type { CodeCompletion, CodeEditorHandle } from '../code-editor/editor-parts.js'
import { fixed, type Fix } from './fixes.js'
import { FindingList } from './finding-list.js'
import { findingsFor, type LackedVariable } from './for-audience.js'
import { listFindings } from './listed-finding.js'
import { shownIn, withWording, wordingIn, type Finding, type MessageDraft, type ShownTo } from './message-draft.js'
import { PreviewPane } from './preview-pane.js'
import { SourcePane } from './source-pane.js'
import { usePreview, type PreviewState } from './use-preview.js'

interface ContentEditorProps {
  draft: MessageDraft
  /** Gets the whole draft, with what was changed. */
  onChange: (draft: MessageDraft) => void
  /** The language whose words are written; null for the message itself. */
  language?: string | null
  /** For whom the preview is made; null while that is not known. The page keeps it in its address. */
  shownTo: ShownTo | null
  onShownTo: (shownTo: ShownTo) => void
  isReadOnly?: boolean
  /** The page has a field for the subject of its own. */
  isSubjectElsewhere?: boolean
  /** Variables beside the fields of contacts, such as those of an event. */
  variables?: readonly CodeCompletion[]
  /** Receives the findings of a preview, for checks of the page. */
  onFindings?: (findings: readonly Finding[]) => void
  /** What the audience lacks, by which the findings are judged (`findingsFor`). */
  lacked?: readonly LackedVariable[] | null
}

const LAYOUTS = (['source', 'both', 'preview'] as const).map((value) => ({ value, label: t.content.layouts[value] }))

/** Writes subject and body of a message: the source, what a recipient gets of it, and what is found in it. */
export function ContentEditor(props: ContentEditorProps) {
  const { draft, onChange, language = null, shownTo, onShownTo, isReadOnly, variables } = props
  const [layout, setLayout] = useState<SplitLayout>('both')
  const [marked, setMarked] = useState<MarkedElement | null>(null)
  const editor = useRef<CodeEditorHandle>(null)
  const shown = useMemo(() => shownIn(draft, language), [draft, language])
  const state = usePreview(shown, shownTo && { ...shownTo, language: language ?? shownTo.language ?? null })
  const listed = useListed(state, props)
  const fix = (chosen: Fix): void => {
    const { body } = wordingIn(draft, language)
    // The editor can undo it, but counts every end of a line as one character.
    if (editor.current && !body.includes('\r')) editor.current.replace(chosen.from, chosen.to, chosen.insert)
    else onChange(withWording(draft, language, { body: fixed(body, chosen) }))
  }
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="text-small text-muted wide:hidden">{t.content.narrow}</p>
      <div className="flex justify-end max-wide:hidden">
        <Segmented label={t.content.layout} options={LAYOUTS} value={layout} onChange={setLayout} />
      </div>
      <SplitPane
        layout={layout}
        label={t.content.divider}
        first={
          <SourcePane
            draft={draft}
            language={language}
            findings={listed}
            editor={editor}
            isReadOnly={isReadOnly}
            isSubjectElsewhere={props.isSubjectElsewhere}
            variables={variables}
            onChange={(wording) => onChange(withWording(draft, language, wording))}
            onElement={setMarked}
          />
        }
        second={<PreviewPane draft={draft} state={state} marked={marked} shownTo={shownTo} onShownTo={onShownTo} />}
      />
      <FindingList
        findings={listed}
        isKnown={state.preview !== undefined}
        onGoTo={({ line, column }) => {
          if (layout === 'preview') setLayout('both')
          editor.current?.goTo(line, column)
        }}
        isStale={state.isStale}
        onFix={isReadOnly ? undefined : fix}
      />
    </div>
  )
}

/** The findings with their places. Those of an older source stay where they are: the editor moves its marks itself. */
function useListed({ preview, isStale }: PreviewState, props: ContentEditorProps) {
  const { draft, language = null, onFindings, lacked = null } = props
  const findings = preview?.findings
  const tell = useEffectEvent((found: readonly Finding[]) => onFindings?.(found))
  useEffect(() => {
    if (findings) tell(findings)
  }, [findings])
  const { body } = wordingIn(draft, language)
  const listed = useMemo(
    () => listFindings(findingsFor(findings ?? [], lacked), body, language),
    [findings, lacked, body, language],
  )
  const [last, setLast] = useState({ listed, language })
  if (!isStale && last.listed !== listed) setLast({ listed, language })
  return isStale && last.language === language ? last.listed : listed
}
