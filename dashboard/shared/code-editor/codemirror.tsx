import { useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import { history } from '@codemirror/commands'
import { setDiagnostics } from '@codemirror/lint'
import { Annotation, Compartment, EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { MarkedElement } from '../../frame/marked-element.js'
import { join } from '../../ui/join.js'
import { editorBasics, grammarOf } from './editor-extensions.js'
import type { CodeEditorProps } from './editor-parts.js'
import { diagnosticsOf, positionIn } from './editor-places.js'
import { filesIn } from './files-in.js'
import { formatChanges } from './format-source.js'
import { restingElement } from './resting-element.js'

/** Marks a change of the text that came from the page, and not from the editor. */
const fromPage = Annotation.define<true>()

const NOTHING: readonly never[] = []

interface Editor {
  view: EditorView
  grammar: Compartment
  access: Compartment
  past: Compartment
  /** The texts that were passed to the page and have not come back as `value` yet. */
  sentTexts: string[]
}

/** The editor itself; `CodeEditor` loads it. */
// oxlint-disable-next-line import/no-default-export -- React loads a component on demand by its default export
export default function CodeMirror(props: CodeEditorProps) {
  const { language, value, problems = NOTHING, completions = NOTHING, isReadOnly = false, handle, height } = props
  const place = useRef<HTMLDivElement>(null)
  const editor = useEditor(place, props)
  useEffect(() => {
    if (!editor.current) return
    const { view, sentTexts, past } = editor.current
    const at = sentTexts.lastIndexOf(value)
    sentTexts.splice(0, at + 1)
    if (at !== -1 || view.state.doc.toString() === value) return
    const changes = { from: 0, to: view.state.doc.length, insert: value }
    // The page shows another text: undoing would restore words of the previous one.
    view.dispatch({ changes, annotations: fromPage.of(true), effects: past.reconfigure([]) })
    view.dispatch({ effects: past.reconfigure(history()) })
  }, [editor, value])
  useEffect(() => {
    const { view, grammar } = editor.current ?? {}
    view?.dispatch({ effects: grammar!.reconfigure(grammarOf(language, completions)) })
  }, [editor, language, completions])
  const { label, 'aria-describedby': describedBy, 'aria-invalid': isInvalid } = props
  useEffect(() => {
    const { view, access } = editor.current ?? {}
    const names = {
      'aria-label': label,
      // The editor scrolls: a key must reach it also where it cannot be written in.
      tabindex: '0',
      ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
      ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
    }
    const is = [EditorState.readOnly.of(isReadOnly), EditorView.contentAttributes.of(names)]
    view?.dispatch({ effects: access!.reconfigure(is) })
  }, [editor, isReadOnly, label, describedBy, isInvalid])
  useEffect(() => {
    const { view } = editor.current ?? {}
    view?.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state.doc, problems)))
  }, [editor, problems])
  useEditorHandle(editor, handle)
  return (
    <div
      ref={place}
      className={join(
        'min-w-0 overflow-hidden rounded-control border border-control',
        isInvalid && 'border-bad',
        height,
      )}
    />
  )
}

function useEditor(place: React.RefObject<HTMLDivElement | null>, props: CodeEditorProps) {
  const { language } = props
  const editor = useRef<Editor | null>(null)
  const onChange = useEffectEvent((text: string) => props.onChange(text))
  const onFiles = useEffectEvent((files: File[]) => props.onFiles?.(files))
  const onElement = useEffectEvent((element: MarkedElement | null) => props.onElement?.(element))
  const initial = useEffectEvent(() => props.value)
  useEffect(() => {
    const [grammar, access, past] = [new Compartment(), new Compartment(), new Compartment()]
    const sentTexts: string[] = []
    const reportChange = EditorView.updateListener.of(({ docChanged, transactions, state }) => {
      if (!docChanged || transactions.some((one) => one.annotation(fromPage))) return
      const text = state.doc.toString()
      sentTexts.push(text)
      onChange(text)
    })
    const take = (event: Event, data: DataTransfer | null): boolean => {
      const files = filesIn(data)
      if (files.length === 0) return false
      event.preventDefault()
      onFiles(files)
      return true
    }
    const view = new EditorView({
      parent: place.current!,
      doc: initial(),
      extensions: [
        editorBasics(language),
        past.of(history()),
        grammar.of(grammarOf(language, NOTHING)),
        access.of([]),
        EditorView.domEventHandlers({
          paste: (event) => take(event, event.clipboardData),
          drop: (event) => take(event, event.dataTransfer),
        }),
        reportChange,
        language === 'html' ? restingElement((element) => onElement(element)) : [],
      ],
    })
    editor.current = { view, grammar, access, past, sentTexts }
    return () => {
      editor.current = null
      view.destroy()
    }
  }, [place, language])
  return editor
}

function useEditorHandle(editor: React.RefObject<Editor | null>, handle: CodeEditorProps['handle']): void {
  useImperativeHandle(
    handle,
    () => ({
      insert(text) {
        const { view } = editor.current ?? {}
        view?.dispatch(view.state.replaceSelection(text), { scrollIntoView: true })
        view?.focus()
      },
      replace(from, to, insert) {
        editor.current?.view.dispatch({ changes: { from, to, insert }, userEvent: 'input' })
      },
      format() {
        const { view } = editor.current ?? {}
        const changes = view && formatChanges(view.state)
        if (changes) view.dispatch({ changes, userEvent: 'input' })
        return changes !== null
      },
      goTo(line, column) {
        const { view } = editor.current ?? {}
        if (!view) return
        const anchor = positionIn(view.state.doc, line, column)
        view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
        view.focus()
      },
      focus: () => editor.current?.view.focus(),
    }),
    [editor],
  )
}
