import { useEffect, useEffectEvent, useRef } from 'react'
import { history } from '@codemirror/commands'
import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { editorBasics, grammarOf } from './editor-extensions.js'
import type { ComparedTexts } from './editor-parts.js'

/** The comparison itself; `CompareTexts` loads it. It begins with the texts that it gets first. */
// oxlint-disable-next-line import/no-default-export -- React loads a component on demand by its default export
export default function Comparison(props: ComparedTexts) {
  const { mineLabel, theirsLabel } = props
  const place = useRef<HTMLDivElement>(null)
  const onChange = useEffectEvent((text: string) => props.onChange(text))
  const texts = useEffectEvent(() => [props.mine, props.theirs] as const)
  useEffect(() => {
    const [mine, theirs] = texts()
    const basics = [editorBasics('html'), history(), grammarOf('html', [])]
    const reportChange = EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) onChange(state.doc.toString())
    })
    const view = new MergeView({
      parent: place.current!,
      a: {
        doc: mine,
        extensions: [basics, EditorView.contentAttributes.of({ 'aria-label': mineLabel }), reportChange],
      },
      b: {
        doc: theirs,
        extensions: [
          basics,
          EditorView.contentAttributes.of({ 'aria-label': theirsLabel }),
          EditorState.readOnly.of(true),
        ],
      },
      revertControls: 'b-to-a',
      highlightChanges: true,
      gutter: true,
      collapseUnchanged: { margin: 3, minSize: 6 },
    })
    return () => view.destroy()
  }, [mineLabel, theirsLabel])
  return (
    <div>
      <div className="mb-1 grid grid-cols-2 gap-2 text-small text-muted">
        <span>{mineLabel}</span>
        <span>{theirsLabel}</span>
      </div>
      <div
        ref={place}
        className="max-h-[50vh] overflow-auto [&_.cm-merge-revert]:w-8 [&_.cm-merge-revert_button]:size-6 rounded-control border border-line"
      />
    </div>
  )
}
