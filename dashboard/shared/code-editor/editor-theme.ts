import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

// The colours are tokens of the page, each of which is legible on its surface in both themes.
const [ink, muted, accent] = ['var(--color-ink)', 'var(--color-muted)', 'var(--color-accent)']
const [good, warn, bad, info] = ['var(--color-good)', 'var(--color-warn)', 'var(--color-bad)', 'var(--color-info)']
const [surface, raised, line] = ['var(--color-surface)', 'var(--color-raised)', 'var(--color-line)']

const look = EditorView.theme({
  '&': { color: ink, backgroundColor: surface, fontSize: 'var(--text-mono)', height: '100%', maxHeight: 'inherit' },
  '&.cm-focused': { outline: `2px solid ${accent}`, outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px', overflow: 'auto' },
  '.cm-content': { caretColor: ink, padding: '8px 0', minHeight: 'inherit' },
  '.cm-content:focus-visible': { outline: 'none' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: ink },
  '.cm-gutters': { backgroundColor: surface, color: muted, border: '0', borderRight: `1px solid ${line}` },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: `color-mix(in srgb, ${raised} 60%, transparent)` },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: `color-mix(in srgb, ${accent} 25%, transparent)`,
  },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: `color-mix(in srgb, ${warn} 25%, transparent)` },
  '.cm-searchMatch-selected': { backgroundColor: `color-mix(in srgb, ${warn} 45%, transparent)` },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: raised, outline: `1px solid ${muted}` },
  '.cm-panel.cm-search': { padding: '8px', fontFamily: 'var(--font-sans)', fontSize: 'var(--text-small)' },
  '.cm-panels': { backgroundColor: raised, color: ink, borderColor: line },
  '.cm-panel input, .cm-panel button': {
    minHeight: '24px',
    color: ink,
    backgroundColor: surface,
    backgroundImage: 'none',
  },
  '.cm-textfield, .cm-button': { border: '1px solid var(--color-control)', borderRadius: '6px' },
  '.cm-tooltip': { backgroundColor: surface, color: ink, border: `1px solid ${line}`, borderRadius: '6px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: accent, color: 'var(--color-on-accent)' },
  '.cm-completionDetail': { color: muted },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-diagnostic': { padding: '4px 8px' },
  '.cm-diagnostic-error': { borderLeftColor: bad },
  '.cm-diagnostic-warning': { borderLeftColor: warn },
  '.cm-diagnostic-info': { borderLeftColor: info },
  '.cm-diagnosticAction': {
    minHeight: '24px',
    color: 'var(--color-on-accent)',
    backgroundColor: accent,
    borderRadius: '6px',
  },
})

const highlights = HighlightStyle.define([
  { tag: [tags.comment, tags.documentMeta, tags.processingInstruction], color: muted, fontStyle: 'italic' },
  { tag: [tags.tagName, tags.keyword, tags.controlKeyword, tags.operatorKeyword], color: accent },
  { tag: [tags.attributeName, tags.propertyName], color: warn },
  { tag: [tags.attributeValue, tags.string, tags.special(tags.string)], color: good },
  { tag: [tags.number, tags.bool, tags.null, tags.color, tags.unit], color: info },
  { tag: [tags.variableName, tags.definition(tags.variableName)], color: bad },
  { tag: [tags.angleBracket, tags.brace, tags.punctuation, tags.operator], color: muted },
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.link, textDecoration: 'underline' },
])

/** The style of code, in both themes. */
export const editorTheme: Extension = [look, syntaxHighlighting(highlights)]
