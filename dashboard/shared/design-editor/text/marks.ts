import type { MarkType } from 'prosemirror-model'
import { toggleMark } from 'prosemirror-commands'
import { InputRule } from 'prosemirror-inputrules'
import type { Command, EditorState } from 'prosemirror-state'

/** The marks that are on or off. */
export const PLAIN_MARKS = ['bold', 'italic', 'strike'] as const
export type PlainMark = (typeof PLAIN_MARKS)[number]

/** Whether the selection, or what is typed next, has a mark. */
export function hasMark(state: EditorState, name: string): boolean {
  const type = state.schema.marks[name]
  if (!type) return false
  const { from, to, empty, $from } = state.selection
  return empty ? type.isInSet(state.storedMarks ?? $from.marks()) !== undefined : state.doc.rangeHasMark(from, to, type)
}

/** The value of an attribute of a mark at the selection; null without that mark. */
export function markValue(state: EditorState, name: 'link' | 'color', attribute: string): string | null {
  const type = state.schema.marks[name]
  if (!type) return null
  const { from, to, empty, $from } = state.selection
  let value: unknown = empty ? type.isInSet(state.storedMarks ?? $from.marks())?.attrs[attribute] : undefined
  if (!empty) {
    state.doc.nodesBetween(from, to, ({ marks }) => {
      value ??= type.isInSet(marks)?.attrs[attribute]
    })
  }
  return typeof value === 'string' ? value : null
}

/** Switches bold, italic or strikethrough. */
export function togglePlain(name: PlainMark): Command {
  return (state, dispatch) => {
    const type = state.schema.marks[name]
    return type ? toggleMark(type)(state, dispatch) : false
  }
}

/** Gives the selection, or the whole link or word at the cursor, a mark with a value; null takes the mark away. */
export function setMark(name: 'link' | 'color', attrs: Record<string, string> | null): Command {
  return (state, dispatch) => {
    const type = state.schema.marks[name]
    const range = type && rangeOf(state, type)
    if (!type || !range) return false
    const tr = state.tr.removeMark(range.from, range.to, type)
    if (attrs) tr.addMark(range.from, range.to, type.create(attrs))
    dispatch?.(tr)
    return true
  }
}

function rangeOf(state: EditorState, type: MarkType): { from: number; to: number } | null {
  const { from, to, empty, $from } = state.selection
  if (!empty) return { from, to }
  const isIn = (index: number): boolean => {
    const child = index >= 0 && index < $from.parent.childCount ? $from.parent.child(index) : null
    return child !== null && type.isInSet(child.marks) !== undefined
  }
  let [first, last] = [$from.index(), $from.index()]
  if (!isIn(first)) [first, last] = [first - 1, first - 1]
  if (!isIn(first)) return null
  while (isIn(first - 1)) first -= 1
  while (isIn(last + 1)) last += 1
  let start = $from.start()
  for (let index = 0; index < first; index += 1) start += $from.parent.child(index).nodeSize
  let end = start
  for (let index = first; index <= last; index += 1) end += $from.parent.child(index).nodeSize
  return { from: start, to: end }
}

/** Makes a mark of a text between signs, as `**bold**`. */
export function markRule(pattern: RegExp, type: MarkType): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const text = match[2] ?? ''
    if (text.trim() !== text) return null
    const from = start + (match[1]?.length ?? 0)
    return state.tr.replaceWith(from, end, state.schema.text(text, [type.create()])).removeStoredMark(type)
  })
}

/** Makes a link of `[text](address)`. */
export function linkRule(type: MarkType): InputRule {
  return new InputRule(/\[([^[\]]+)\]\(((?:https?:|mailto:|tel:)[^\s()]+)\)$/, (state, match, start, end) => {
    const [, text = '', href = ''] = match
    return state.tr.replaceWith(start, end, state.schema.text(text, [type.create({ href })])).removeStoredMark(type)
  })
}
