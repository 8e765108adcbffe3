import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { EmailDesign } from '../../../models/domain/design/design.js'
import type { MarkedElement } from '../../frame/marked-element.js'
import { t } from '../../messages/index.js'
import { Segmented } from '../../ui/segmented.js'
import { SplitPane, type SplitLayout } from '../../ui/split-pane.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import type { CodeCompletion, CodeEditorHandle } from '../code-editor/editor-parts.js'
import type { CodeActionsProps } from './code-actions.js'
import { fixed, type Fix } from './fixes.js'
import { FindingList } from './finding-list.js'
import { findingsFor, type LackedVariable } from './for-audience.js'
import type { GeneratedPaneProps } from './generated-pane.js'
import { lazyPart } from '../lazy-part.js'
import { listFindings } from './listed-finding.js'
import { shownIn, withWording, wordingIn, type Finding, type MessageDraft, type ShownTo } from './message-draft.js'
import { PreviewPane } from './preview-pane.js'
import type { SourcePaneProps } from './source-pane.js'
import { subjectError } from './subject-error.js'
import { usePreview, type PreviewState } from './use-preview.js'
import type { WritePaneProps } from './write-pane.js'

const CodeActions = lazyPart<CodeActionsProps, 'CodeActions'>(() => import('./code-actions.js'), 'CodeActions')
const SourcePane = lazyPart<SourcePaneProps, 'SourcePane'>(
  () => import('./source-pane.js'),
  'SourcePane',
  <SkeletonRows rows={12} />,
)
const GeneratedPane = lazyPart<GeneratedPaneProps, 'GeneratedPane'>(
  () => import('./generated-pane.js'),
  'GeneratedPane',
  <SkeletonRows rows={12} />,
)
const WritePane = lazyPart<WritePaneProps, 'WritePane'>(
  () => import('./write-pane.js'),
  'WritePane',
  <SkeletonRows rows={12} />,
)

interface ContentEditorProps {
  draft: MessageDraft
  /** Gets the whole draft, with what was changed. */
  onChange: (draft: MessageDraft) => void
  /** The message as it is stored, with the HTML that was made of its design. */
  stored: MessageDraft
  /** The design that the HTML has replaced lately. */
  previousDesign?: EmailDesign | null
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
  /** Whether conditions on blocks may name the data of an event. */
  scope?: 'contact' | 'workflow'
  /** Receives the findings of a preview, for checks of the page. */
  onFindings?: (findings: readonly Finding[]) => void
  /** What the audience lacks, by which the findings are judged (`findingsFor`). */
  lacked?: readonly LackedVariable[] | null
}

const EDITORS = (['write', 'code'] as const).map((value) => ({ value, label: t.content.editors[value] }))
const CODE_LAYOUTS = (['source', 'both', 'preview'] as const).map((value) => ({
  value,
  label: t.content.layouts[value],
}))
const WRITE_LAYOUTS = (['source', 'preview'] as const).map((value) => ({ value, label: t.content.writeLayouts[value] }))

/** Writes subject and content of a message, visually or in code, beside what a recipient gets of it and its problems. */
export function ContentEditor(props: ContentEditorProps) {
  const { draft, onChange, language = null, shownTo, onShownTo, isReadOnly = false, scope = 'contact' } = props
  const wording = wordingIn(draft, language)
  const [isCode, setCode] = useState(false)
  const isWritten = wording.design ? !isCode : false
  const [layouts, setLayouts] = useState<{ write: SplitLayout; code: SplitLayout }>({ write: 'source', code: 'both' })
  const layout = isWritten ? layouts.write : layouts.code
  const setLayout = (next: SplitLayout): void => setLayouts({ ...layouts, [isWritten ? 'write' : 'code']: next })
  const [marked, setMarked] = useState<MarkedElement | null>(null)
  const [shownBlock, setShownBlock] = useState<{ blockId: string } | null>(null)
  const editor = useRef<CodeEditorHandle>(null)
  const shown = useMemo(() => shownIn(draft, language), [draft, language])
  const state = usePreview(shown, shownTo && { ...shownTo, language: language ?? shownTo.language ?? null })
  const listed = useListed(state, props)
  const change = (next: Parameters<typeof withWording>[2]): void => onChange(withWording(draft, language, next))
  const fix = (chosen: Fix): void => {
    const { body } = wordingIn(draft, language)
    // The editor can undo it, but counts every end of a line as one character.
    if (editor.current && !body.includes('\r')) editor.current.replace(chosen.from, chosen.to, chosen.insert)
    else change({ body: fixed(body, chosen) })
  }
  const source = (
    <SourcePane
      draft={draft}
      language={language}
      findings={listed}
      editor={editor}
      isReadOnly={isReadOnly}
      isSubjectElsewhere={props.isSubjectElsewhere}
      variables={props.variables}
      onChange={change}
      onElement={setMarked}
    />
  )
  const { design } = wording
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {!design && <p className="text-small text-muted wide:hidden">{t.content.narrow}</p>}
      <div className="flex flex-wrap items-center gap-2">
        {design && (
          <Segmented
            label={t.content.editor}
            options={EDITORS}
            value={isCode ? 'code' : 'write'}
            onChange={(next) => setCode(next === 'code')}
          />
        )}
        {!design && !isReadOnly && (
          <CodeActions wording={wording} previousDesign={props.previousDesign ?? null} onChange={change} />
        )}
        <div className="ml-auto max-wide:hidden">
          <Segmented
            label={t.content.layout}
            options={isWritten ? WRITE_LAYOUTS : CODE_LAYOUTS}
            value={layout}
            onChange={setLayout}
          />
        </div>
      </div>
      <SplitPane
        layout={layout}
        label={t.content.divider}
        first={
          design ? (
            isWritten ? (
              <WritePane
                key={language}
                subject={wording.subject}
                subjectError={subjectError(listed, language)}
                onSubject={props.isSubjectElsewhere ? null : (subject) => change({ subject })}
                design={design}
                onDesign={(next) => change({ design: next })}
                isReadOnly={isReadOnly}
                variables={props.variables}
                scope={scope}
                shown={shownBlock}
              />
            ) : (
              <GeneratedPane
                design={design}
                stored={wordingIn(props.stored, language)}
                isReadOnly={isReadOnly}
                onDetach={(body) => change({ body, design: null })}
                onBack={() => change({ body: '', design })}
              />
            )
          ) : (
            source
          )
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
        onGoToBlock={(blockId) => {
          setCode(false)
          setLayouts({ ...layouts, write: 'source' })
          setShownBlock({ blockId })
        }}
        isStale={state.isStale}
        onFix={isReadOnly || design ? undefined : fix}
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
  const wording = wordingIn(draft, language)
  const listed = useMemo(
    () => listFindings(findingsFor(findings ?? [], lacked), wording, language),
    [findings, lacked, wording, language],
  )
  const [last, setLast] = useState({ listed, language })
  if (!isStale && last.listed !== listed) setLast({ listed, language })
  return isStale && last.language === language ? last.listed : listed
}
