import type { parseDocument } from 'htmlparser2'

/** A node of a parsed document. */
export type Node = ReturnType<typeof parseDocument>['children'][number]

type Text = Extract<Node, { nodeType: 3 }>

/** An element of a parsed document. */
export type Element = Extract<Node, { attribs: object }>

const TEXT_NODE = 3

/** Whether a node is text. */
export function isText(node: Node): node is Text {
  return node.nodeType === TEXT_NODE
}

/** Whether a node is an element. */
export function isElement(node: Node): node is Element {
  return 'attribs' in node
}
