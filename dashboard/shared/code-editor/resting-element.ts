import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { ViewPlugin } from '@codemirror/view'
import type { MarkedElement } from '../../frame/marked-element.js'
import { elementAt } from './element-at.js'

const REST_MS = 200
const PARSE_MS = 100

/** Reports the element in which the cursor has come to rest. */
export function restingElement(report: (element: MarkedElement | null) => void): Extension {
  return ViewPlugin.define((view) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = (): void => {
      const { state } = view
      const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS) ?? syntaxTree(state)
      report(elementAt(tree, (from, to) => state.sliceDoc(from, to), state.selection.main.head))
    }
    return {
      update({ selectionSet, docChanged }) {
        if (!selectionSet && !docChanged) return
        clearTimeout(timer)
        timer = setTimeout(look, REST_MS)
      },
      destroy: () => clearTimeout(timer),
    }
  })
}
