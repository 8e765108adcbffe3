import { baseKeymap, chainCommands, createParagraphNear, liftEmptyBlock, splitBlockAs } from 'prosemirror-commands'
import { inputRules, undoInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { Schema } from 'prosemirror-model'
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState, Plugin } from 'prosemirror-state'
import { linkRule, markRule, togglePlain } from './marks.js'
import type { SurfaceHooks } from './surface-hooks.js'

/** Keeps the alignment of a paragraph for the next one. */
const splitParagraph = splitBlockAs((node) => ({ type: node.type, attrs: node.attrs }))

/** The plugins of a writing surface: its keys, and what is made of typed signs. */
export function surfacePlugins(schema: Schema, isLine: boolean, hooks: () => SurfaceHooks): Plugin[] {
  return [inputRules({ rules: rulesOf(schema) }), keymap(keysOf(schema, isLine, hooks)), keymap(baseKeymap)]
}

function rulesOf(schema: Schema) {
  const { bold, italic, strike, link } = schema.marks
  const { bullet_list: bullets, ordered_list: numbers } = schema.nodes
  return [
    ...(bold ? [markRule(/(^|[^*])\*\*([^*]+)\*\*$/, bold)] : []),
    ...(italic ? [markRule(/(^|[^*])\*([^*]+)\*$/, italic), markRule(/(^|\s)_([^_]+)_$/, italic)] : []),
    ...(strike ? [markRule(/(^|[^~])~~([^~]+)~~$/, strike)] : []),
    ...(link ? [linkRule(link)] : []),
    ...(bullets ? [wrappingInputRule(/^[-*]\s$/, bullets)] : []),
    ...(numbers ? [wrappingInputRule(/^1[.)]\s$/, numbers)] : []),
  ]
}

function keysOf(schema: Schema, isLine: boolean, hooks: () => SurfaceHooks): Record<string, Command> {
  const { list_item: item, hard_break: lineBreak } = schema.nodes
  const tell = (run: (hooks: SurfaceHooks) => void): Command => {
    return (_state, dispatch) => {
      if (dispatch) run(hooks())
      return true
    }
  }
  const breakLine: Command = (state, dispatch) => {
    if (!lineBreak) return false
    dispatch?.(state.tr.replaceSelectionWith(lineBreak.create()).scrollIntoView())
    return true
  }
  const enter: Command = isLine
    ? (state, _dispatch, view) => {
        if (view) hooks().onEnter(view, state)
        return true
      }
    : chainCommands(...(item ? [splitListItem(item)] : []), createParagraphNear, liftEmptyBlock, splitParagraph)
  return {
    'Mod-b': togglePlain('bold'),
    'Mod-i': togglePlain('italic'),
    'Mod-Shift-s': togglePlain('strike'),
    'Mod-Shift-k': tell((to) => to.onLink()),
    'Mod-z': tell((to) => to.onUndo()),
    'Mod-Shift-z': tell((to) => to.onRedo()),
    'Mod-y': tell((to) => to.onRedo()),
    'Alt-ArrowUp': tell((to) => to.onMove(-1)),
    'Alt-ArrowDown': tell((to) => to.onMove(1)),
    Escape: tell((to) => to.onEscape()),
    Enter: enter,
    'Shift-Enter': breakLine,
    'Mod-Enter': breakLine,
    ArrowUp: leave(-1, 'up', hooks),
    ArrowLeft: leave(-1, 'backward', hooks),
    ArrowDown: leave(1, 'down', hooks),
    ArrowRight: leave(1, 'forward', hooks),
    Backspace: chainCommands(undoInputRule, ...(item ? [liftAtStart(schema)] : []), joinBefore(hooks)),
  }
}

/** Takes the cursor out of the text where an arrow key reaches its edge. */
function leave(by: 1 | -1, direction: 'up' | 'down' | 'forward' | 'backward', hooks: () => SurfaceHooks): Command {
  return (state, _dispatch, view) => {
    const { selection, doc } = state
    if (!selection.empty || !view) return false
    const isOutermost = by === -1 ? isInFirstLine(state) : selection.$head.after(1) === doc.content.size
    return isOutermost && view.endOfTextblock(direction) && hooks().onLeave(by)
  }
}

function isInFirstLine({ selection: { $head } }: EditorState): boolean {
  for (let depth = 0; depth < $head.depth; depth += 1) if ($head.index(depth) > 0) return false
  return true
}

/** Takes the first line of a list out of it. */
function liftAtStart(schema: Schema): Command {
  return (state, dispatch) => {
    const { list_item: item } = schema.nodes
    const { empty, $from } = state.selection
    if (!item || !empty || $from.parentOffset > 0 || $from.node(-1)?.type !== item) return false
    return liftListItem(item)(state, dispatch)
  }
}

function joinBefore(hooks: () => SurfaceHooks): Command {
  return (state) => {
    const { empty, $from } = state.selection
    return empty && $from.parentOffset === 0 && isInFirstLine(state) && hooks().onJoin()
  }
}

/** Makes a list of the selected paragraphs, another list of a list, or paragraphs of the same list. */
export function toggleList(name: 'bullet_list' | 'ordered_list'): Command {
  return (state, dispatch) => {
    const type = state.schema.nodes[name]
    const item = state.schema.nodes['list_item']
    if (!type || !item) return false
    const { $from } = state.selection
    const list = $from.depth >= 3 ? $from.node(-2) : null
    if (list?.type === type) return liftListItem(item)(state, dispatch)
    if (list) {
      dispatch?.(state.tr.setNodeMarkup($from.before(-2), type))
      return true
    }
    return wrapInList(type)(state, dispatch)
  }
}

/** Whether the cursor is in a list of a kind. */
export function isInList({ selection: { $from } }: EditorState, name: 'bullet_list' | 'ordered_list'): boolean {
  return $from.depth >= 3 && $from.node(-2).type.name === name
}
