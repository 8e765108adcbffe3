import { t } from '../../../messages/index.js'

/** The reason why a step or an execution failed, in words if the API has a code for it. */
export function reasonText(reason: string): string {
  return (t.executions.reasons as Readonly<Record<string, string>>)[reason] ?? reason
}
