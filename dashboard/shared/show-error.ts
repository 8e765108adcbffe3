import { toast } from '../ui/toast.js'
import { describeError } from './failure.js'

/** Says in a toast why an action failed. */
export function showError(error: unknown): void {
  toast(describeError(error).message)
}
