import { STEP_REASONS } from '../../../../models/domain/step-reasons.js'
import { t } from '../../../messages/index.js'
import type { Reason } from '../../../messages/en/reasons.js'

const ANSWER = /^HTTP (\d{3})$/

/** The failure of a step in its three parts; null for a reason in words of its own. */
export function stepReason(reason: string): Reason | null {
  const code = STEP_REASONS.find((one) => one === reason)
  if (code) return t.reasons.steps[code]
  const status = ANSWER.exec(reason)?.[1]
  return status === undefined ? null : t.reasons.answer(status)
}

/** The reason why a step or an execution ended, in words if the API has a code for it. */
export function reasonText(reason: string): string {
  return stepReason(reason)?.why ?? reason
}
