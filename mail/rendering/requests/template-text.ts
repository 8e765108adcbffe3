import { TagToken, TypeGuards } from 'liquidjs'
import { engine } from '../engine.js'
import { TemplateTokenizer } from '../template-tokenizer.js'

/** The author's own text of a template. */
export interface TemplateText {
  /** The texts between the template's outputs. */
  literals: string[]
  /** Whether it has tags that choose or repeat parts of the text. */
  isBranching: boolean
}

const PRINTING = new Set(['cycle', 'increment', 'decrement'])
const BRANCHING = new Set(['if', 'unless', 'case', 'for', 'tablerow', 'liquid'])
const HIDDEN = new Set(['comment', 'capture'])

/** The author's text of a valid template. Captured text is left out, because it is not printed where it stands. */
export function templateText(source: string): TemplateText {
  const literals = ['']
  let isBranching = false
  let hiddenBy: string | null = null
  for (const token of new TemplateTokenizer(source, engine).readTopLevelTokens(engine.options)) {
    const name = token instanceof TagToken ? token.name : ''
    if (hiddenBy !== null) hiddenBy = name === `end${hiddenBy}` ? null : hiddenBy
    else if (HIDDEN.has(name)) hiddenBy = name
    else if (TypeGuards.isHTMLToken(token)) literals.push((literals.pop() ?? '') + token.getContent())
    else if (PRINTING.has(name) || TypeGuards.isOutputToken(token)) literals.push('')
    isBranching ||= BRANCHING.has(name)
  }
  return { literals, isBranching }
}
