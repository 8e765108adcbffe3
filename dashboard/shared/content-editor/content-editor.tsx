import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
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
import { listFindings, type ListedFinding } from './listed-finding.js'
import {
  shownIn,
  withWording,
  wordingIn,
  type Finding,
  type MessageDraft,
  type ShownTo,
  type Wording,
} from './message-draft.js'
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

/** Writes a message visually or in code, beside what a recipient gets of it, and its problems. */
export function ContentEditor(props: ContentEditorProps) {
  const { draft, onChange, language = null, shownTo, onShownTo, isReadOnly = false } = props
  const wording = wordingIn(draft, language)
  const { design } = wording
  const view = useView(Boolean(design))
  const [marked, setMarked] = useState<MarkedElement | null>(null)
  const [shownBlock, setShownBlock] = useState<{ blockId: string } | null>(null)
  const editor = useRef<CodeEditorHandle>(null)
  const shown = useMemo(() => shownIn(draft, language), [draft, language])
  const state = usePreview(shown, shownTo && { ...shownTo, language: language ?? shownTo.language ?? null })
  const listed = useListed(state, props)
  const change = (next: Partial<Wording>): void => onChange(withWording(draft, language, next))
  const fix = (chosen: Fix): void => {
    const { body } = wordingIn(draft, language)
    // The editor can undo it, but counts every end of a line as one character.
    if (editor.current && !body.includes('\r')) editor.current.replace(chosen.from, chosen.to, chosen.insert)
    else change({ body: fixed(body, chosen) })
  }
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {!design && <p className="text-small text-muted wide:hidden">{t.content.narrow}</p>}
      <Head view={view} hasDesign={Boolean(design)}>
        {!design && !isReadOnly && (
          <CodeActions
            wording={wording}
            previousDesign={props.previousDesign ?? null}
            onChange={(next) => {
              view.write()
              change(next)
            }}
          />
        )}
      </Head>
      <SplitPane
        layout={view.layout}
        label={t.content.divider}
        first={<Written {...props} {...{ view, change, listed, shownBlock, editor, setMarked }} />}
        second={<PreviewPane draft={draft} state={state} marked={marked} shownTo={shownTo} onShownTo={onShownTo} />}
      />
      <FindingList
        findings={listed}
        isKnown={state.preview !== undefined}
        onGoTo={({ line, column }) => {
          if (view.layout === 'preview') view.setLayout('both')
          editor.current?.goTo(line, column)
        }}
        onGoToBlock={(blockId) => {
          view.write()
          setShownBlock({ blockId })
        }}
        isStale={state.isStale}
        onFix={isReadOnly || design ? undefined : fix}
      />
    </div>
  )
}

interface WrittenProps extends ContentEditorProps {
  view: View
  change: (wording: Partial<Wording>) => void
  listed: readonly ListedFinding[]
  shownBlock: { blockId: string } | null
  editor: RefObject<CodeEditorHandle | null>
  setMarked: (element: MarkedElement | null) => void
}

/** What is written: the blocks of a design, the HTML that was made of one, or a source. */
function Written(props: WrittenProps) {
  const { draft, language = null, isReadOnly = false, scope = 'contact', view, change, listed } = props
  const wording = wordingIn(draft, language)
  const { design } = wording
  if (!design) {
    return (
      <SourcePane
        draft={draft}
        language={language}
        findings={listed}
        editor={props.editor}
        isReadOnly={isReadOnly}
        isSubjectElsewhere={props.isSubjectElsewhere}
        variables={props.variables}
        onChange={change}
        onElement={props.setMarked}
      />
    )
  }
  if (!view.isWritten) {
    return (
      <GeneratedPane
        design={design}
        stored={wordingIn(props.stored, language)}
        isReadOnly={isReadOnly}
        onDetach={(body) => change({ body, design: null })}
        onBack={() => change({ body: '', design })}
      />
    )
  }
  return (
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
      shown={props.shownBlock}
    />
  )
}

interface View {
  isWritten: boolean
  setWritten: (isWritten: boolean) => void
  layout: SplitLayout
  setLayout: (layout: SplitLayout) => void
  /** Shows the blocks. */
  write: () => void
}

/** Whether blocks or code are shown, each in a layout of its own. */
function useView(hasDesign: boolean): View {
  const [isCode, setCode] = useState(false)
  const [layouts, setLayouts] = useState<{ write: SplitLayout; code: SplitLayout }>({ write: 'source', code: 'both' })
  const isWritten = hasDesign && !isCode
  return {
    isWritten,
    setWritten: (next) => setCode(!next),
    layout: isWritten ? layouts.write : layouts.code,
    setLayout: (next) => setLayouts({ ...layouts, [isWritten ? 'write' : 'code']: next }),
    write: () => {
      setCode(false)
      setLayouts({ ...layouts, write: 'source' })
    },
  }
}

/** The choice between blocks and code, and that of the layout. */
function Head({ view, hasDesign, children }: { view: View; hasDesign: boolean; children: ReactNode }) {
  const { isWritten, setWritten, layout, setLayout } = view
  return (
    <div className="flex flex-wrap items-center gap-2">
      {hasDesign && (
        <Segmented
          label={t.content.editor}
          options={EDITORS}
          value={isWritten ? 'write' : 'code'}
          onChange={(next) => setWritten(next === 'write')}
        />
      )}
      {children}
      <div className="ml-auto max-wide:hidden">
        <Segmented
          label={t.content.layout}
          options={isWritten ? WRITE_LAYOUTS : CODE_LAYOUTS}
          value={layout}
          onChange={setLayout}
        />
      </div>
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
