import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

// Layouts of nested tables reach a depth of some sixty elements.
const MAX_OPEN_ELEMENTS = 200

/**
 * A tokenizer that keeps a document shallow. It leaves out tags that would open an element below 200 others, and keeps
 * their text. htmlparser2's parser moves its whole stack at each tag, which takes minutes for a hostile megabyte of
 * open elements.
 */
export class ShallowTokenizer extends Tokenizer {
  constructor(options: ConstructorParameters<typeof Tokenizer>[0], parser: TokenizerCallbacks) {
    super(options, withoutDeepTags(parser))
  }
}

function withoutDeepTags(parser: TokenizerCallbacks): TokenizerCallbacks {
  // The parser does not publish its stack, and only the stack shows which elements the parser closed by itself.
  const { stack } = parser as unknown as { stack: string[] }
  let isLeftOut = false
  return {
    onopentagname(start, end) {
      isLeftOut = stack.length >= MAX_OPEN_ELEMENTS
      if (!isLeftOut) parser.onopentagname(start, end)
    },
    onopentagend(end) {
      if (!isLeftOut) parser.onopentagend(end)
    },
    onselfclosingtag(end) {
      if (!isLeftOut) parser.onselfclosingtag(end)
    },
    onattribname(start, end) {
      if (!isLeftOut) parser.onattribname(start, end)
    },
    onattribdata(start, end) {
      if (!isLeftOut) parser.onattribdata(start, end)
    },
    onattribentity(codepoint) {
      if (!isLeftOut) parser.onattribentity(codepoint)
    },
    onattribend(quote, end) {
      if (!isLeftOut) parser.onattribend(quote, end)
    },
    onclosetag: (start, end) => parser.onclosetag(start, end),
    ontext: (start, end) => parser.ontext(start, end),
    ontextentity: (codepoint, end) => parser.ontextentity(codepoint, end),
    oncdata: (start, end, offset) => parser.oncdata(start, end, offset),
    oncomment: (start, end, offset) => parser.oncomment(start, end, offset),
    ondeclaration: (start, end) => parser.ondeclaration(start, end),
    onprocessinginstruction: (start, end) => parser.onprocessinginstruction(start, end),
    onend: () => parser.onend(),
  }
}
