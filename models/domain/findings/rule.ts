import type { Finding, FindingCode, Severity } from './finding.js'
import type { MessageFacts } from './message-facts.js'

/** A rule about messages: each place where it does not hold is a finding with the code of the rule. */
export interface Rule {
  code: FindingCode
  find(facts: MessageFacts): (Omit<Finding, 'code' | 'severity'> & { severity: Severity })[]
}
