/** `posthorn/comment-width`: a line of a comment has at most 120 characters, as a line of code has. */
const MAX_CHARACTERS = 120

/** Whether a comment can continue on another line. A directive and a single word, such as an address, cannot. */
function canBreak(text) {
  const words = text.match(/[^\s/*]\S*/g) ?? []
  return words.length > 1 && !words[0].startsWith('oxlint-')
}

export const commentWidth = {
  meta: { type: 'layout', docs: { description: `A line of a comment has at most ${MAX_CHARACTERS} characters.` } },
  create: (context) => ({
    Program() {
      const { lines } = context.sourceCode
      for (const { start, end } of context.sourceCode.getAllComments().map(({ loc }) => loc)) {
        for (let line = start.line; line <= end.line; line += 1) {
          const text = lines[line - 1]
          if (text.length <= MAX_CHARACTERS || !canBreak(line === start.line ? text.slice(start.column) : text))
            continue
          const loc = { start: { line, column: MAX_CHARACTERS }, end: { line, column: text.length } }
          context.report({ loc, message: `A line of a comment has at most ${MAX_CHARACTERS} characters.` })
        }
      }
    },
  }),
}
