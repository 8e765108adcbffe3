import { SEVERITIES, type Finding } from './finding.js'
import { imageMissing, imageTooLarge, imageWithoutAlt } from './image-rules.js'
import { linkEmpty, linkPlaceholder, linkToLoopback, linkWithoutScheme } from './link-rules.js'
import type { MessageFacts } from './message-facts.js'
import {
  domainNotVerified,
  footerAdded,
  htmlTooLarge,
  lowContrast,
  noUnsubscribeLink,
  subjectTooLong,
} from './message-rules.js'
import type { Rule } from './rule.js'
import { liquidSyntax, mjmlSyntax, renderFailed } from './template-rules.js'
import { unknownVariable, variableWithoutFallback } from './variable-rules.js'

/** The limit on the findings of a message. */
export const MAX_FINDINGS = 100

/** Every rule, in the order of their findings within a severity. */
export const RULES: readonly Rule[] = [
  liquidSyntax,
  mjmlSyntax,
  renderFailed,
  domainNotVerified,
  unknownVariable,
  variableWithoutFallback,
  linkEmpty,
  linkWithoutScheme,
  linkToLoopback,
  linkPlaceholder,
  imageWithoutAlt,
  imageTooLarge,
  imageMissing,
  htmlTooLarge,
  lowContrast,
  subjectTooLong,
  noUnsubscribeLink,
  footerAdded,
]

/** The findings of all rules, the most severe first, up to `MAX_FINDINGS`. */
export function findFindings(facts: MessageFacts): Finding[] {
  const findings = RULES.flatMap((rule) =>
    rule.find(facts).map((finding): Finding => ({ ...finding, code: rule.code })),
  )
  const rankOf = ({ severity }: Finding): number => SEVERITIES.indexOf(severity)
  return findings.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, MAX_FINDINGS)
}
