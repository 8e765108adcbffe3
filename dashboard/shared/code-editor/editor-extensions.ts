import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, historyKeymap, indentWithTab } from '@codemirror/commands'
import { html } from '@codemirror/lang-html'
import { json } from '@codemirror/lang-json'
import { liquid } from '@codemirror/lang-liquid'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import type { Extension } from '@codemirror/state'
import { drawSelection, dropCursor, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { getNonce } from 'get-nonce'
import { editorTheme } from './editor-theme.js'
import type { CodeCompletion, CodeLanguage } from './editor-parts.js'
import { typeOver } from './type-over.js'

// Variables are more often wanted than words of Liquid.
const FIRST = 50

// Without a key that leaves it, an editor that indents by Tab would keep the keyboard: Escape frees the next Tab.
const KEYS = [
  ...closeBracketsKeymap,
  ...defaultKeymap,
  ...searchKeymap,
  ...historyKeymap,
  ...completionKeymap,
  ...lintKeymap,
  indentWithTab,
]

/** The extensions of an editor in any language, without its history. */
export function editorBasics(language: CodeLanguage): Extension {
  return [
    EditorView.cspNonce.of(getNonce() ?? ''),
    drawSelection(),
    dropCursor(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion({ icons: false }),
    highlightActiveLine(),
    highlightSelectionMatches(),
    search({ top: true }),
    keymap.of(KEYS),
    EditorView.lineWrapping,
    typeOver,
    editorTheme,
    ...(language === 'text' ? [] : [lineNumbers(), lintGutter()]),
  ]
}

/** The grammar of a language; HTML knows Liquid, and proposes variables in it. */
export function grammarOf(language: CodeLanguage, completions: readonly CodeCompletion[]): Extension {
  if (language === 'json') return json()
  if (language === 'text') return []
  const variables = completions.map(({ label, detail }) => ({
    label,
    type: 'variable',
    boost: FIRST,
    ...(detail ? { detail } : {}),
  }))
  return liquid({ base: html(), variables })
}
