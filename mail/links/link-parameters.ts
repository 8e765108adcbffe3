import { withParameters, type LinkParameter } from '../../models/domain/utm.js'
import type { Budget } from '../rendering/threads/budget.js'
import { replaceLinks } from './track-links.js'
import { isWebAddress } from './tracking-tokens.js'

/** A rendered body, and the parameters that its links get. */
export interface ParameterisedBody {
  html: string
  parameters: readonly LinkParameter[]
  /** The recipient's pages, whose links stay as they are. */
  keep: readonly string[]
}

/**
 * The body with parameters in its web links. A link with `clicktracking="off"` stays as its author wrote it, like the
 * links to the recipient's pages. Throws OverBudget.
 */
export function addLinkParameters({ html, parameters, keep }: ParameterisedBody, budget: Budget | null = null): string {
  if (parameters.length === 0) return html
  budget?.admitHtml(html)
  return replaceLinks(html, (target, { isKept }) => {
    budget?.checkTime()
    return isKept || !mayHaveParameters(target, keep) ? target : withParameters(target, parameters)
  })
}

/** Whether the link of a target gets parameters. */
export function mayHaveParameters(target: string, recipientPages: readonly string[]): boolean {
  return isWebAddress(target) && !recipientPages.some((url) => target.startsWith(url))
}
