import type { Action, Diagnostic } from '@codemirror/lint'
import type { Text } from '@codemirror/state'
import type { CodeProblem } from './editor-parts.js'

/** The position of a line and a column, which count from 1; a place beyond the text is its nearest one. */
export function positionIn(text: Text, line: number, column = 1): number {
  const { from, to } = text.line(Math.min(Math.max(line, 1), text.lines))
  return Math.min(from + Math.max(column, 1) - 1, to)
}

/** Errors as the editor marks them: from their column on, or their whole line. */
export function diagnosticsOf(text: Text, problems: readonly CodeProblem[]): Diagnostic[] {
  return problems.map(({ line, column, length, severity, message, fix }) => {
    const from = positionIn(text, line, column)
    const to = length === undefined ? text.lineAt(from).to : Math.min(from + length, text.length)
    const actions: Action[] = fix ? [{ name: fix.label, apply: fix.apply }] : []
    return { from, to, severity, message, actions }
  })
}
