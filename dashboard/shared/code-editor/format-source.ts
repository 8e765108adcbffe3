import { ensureSyntaxTree, indentRange, syntaxTree } from '@codemirror/language'
import type { ChangeSpec, EditorState } from '@codemirror/state'

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode']

const MOST_MS = 5_000
// Every space within these is part of the message, or of what a mailbox reads.
const KEPT_ELEMENT = /^<(?:pre|textarea|script)\b|white-space\s*:\s*(?:pre|break-spaces)/i
const KEPT_NODES: ReadonlySet<string> = new Set(['Comment', 'AttributeValue'])

/**
 * The changes that indent a source by its nesting, each line as a mailbox reads it alike. Null for a source that is too
 * long to be read at once.
 */
export function formatChanges(before: EditorState): ChangeSpec[] | null {
  if (!ensureSyntaxTree(before, before.doc.length, MOST_MS)) return null
  // What was read just now belongs to the next state.
  const { state } = before.update({})
  const changes: ChangeSpec[] = []
  indentRange(state, 0, state.doc.length).iterChanges((from, to, _fromB, _toB, insert) => {
    if (!isStored(state, state.doc.lineAt(from).from)) changes.push({ from, to, insert })
  })
  return changes
}

/** Whether the spaces at the beginning of a line stand within something that keeps its spaces. */
function isStored(state: EditorState, at: number): boolean {
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, -1); node; node = node.parent) {
    if (node.from >= at) continue
    if (KEPT_NODES.has(node.name)) return true
    const tag = node.name === 'Element' ? node.firstChild : null
    if (tag && tag.to <= at && KEPT_ELEMENT.test(state.sliceDoc(tag.from, tag.to))) return true
  }
  return false
}
