import type { MarkedElement } from '../../frame/marked-element.js'

/** The languages of the code editor. */
export type CodeLanguage = 'html' | 'json' | 'text'

/** An error or a remark at a place of the text; lines and columns count from 1. */
export interface CodeProblem {
  line: number
  column?: number | undefined
  /** The number of marked characters; without it the rest of the line. */
  length?: number | undefined
  severity: 'error' | 'warning' | 'info'
  message: string
  fix?: { label: string; apply: () => void } | undefined
}

/** A word that the editor proposes, such as a variable. */
export interface CodeCompletion {
  label: string
  detail?: string | undefined
}

/** The methods by which the page changes the text of an editor. */
export interface CodeEditorHandle {
  /** Puts a text in the place of the selection. */
  insert: (text: string) => void
  /** Puts a text in the place of another one, as a change that can be undone. */
  replace: (from: number, to: number, text: string) => void
  /** Indents the whole text by its nesting, as a change that can be undone; false where it is too long for that. */
  format: () => boolean
  /** Moves the cursor to a place, and the focus into the editor. */
  goTo: (line: number, column?: number) => void
  focus: () => void
}

/** The properties of an editor of code. */
export interface CodeEditorProps {
  /** The name of the editor, for screen readers. */
  label: string
  value: string
  onChange: (value: string) => void
  language: CodeLanguage
  problems?: readonly CodeProblem[] | undefined
  /** Variables that Liquid knows here; for HTML alone. */
  completions?: readonly CodeCompletion[] | undefined
  isReadOnly?: boolean | undefined
  /** Its height, as a class; by default it grows with its text, up to half of the window. */
  height?: string | undefined
  handle?: React.Ref<CodeEditorHandle> | undefined
  /** Receives files that are pasted or dropped; without it they are ignored. */
  onFiles?: ((files: File[]) => void) | undefined
  /** Called with the element of HTML in which the cursor rests; null outside of markable elements. */
  onElement?: ((element: MarkedElement | null) => void) | undefined
  /** The ids of a hint or an error that describe the editor. */
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

/** Two versions of a text: the user's own, which can be edited, and another one. */
export interface ComparedTexts {
  mine: string
  theirs: string
  mineLabel: string
  theirsLabel: string
  onChange: (mine: string) => void
}
