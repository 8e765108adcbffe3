import type { Rule } from './rule.js'

/** Liquid that cannot be read. */
export const liquidSyntax: Rule = {
  code: 'liquid_syntax',
  find: ({ syntaxFaults }) => syntaxFaults.map((fault) => ({ ...fault, severity: 'error' })),
}

/** A design or MJML of which no body can be made. */
export const mjmlSyntax: Rule = {
  code: 'mjml_syntax',
  find: ({ sourceFaults }) => sourceFaults.map((fault) => ({ ...fault, severity: 'error' })),
}

/** A message that fails on the values of this recipient, or takes too long. */
export const renderFailed: Rule = {
  code: 'render_failed',
  find: ({ failure }) => (failure ? [{ ...failure, severity: 'error' }] : []),
}
